struct Recipe: Sendable {
  let dish: String
  let ingredients: [String: Int]
}

struct UnknownDish: Error, CustomStringConvertible {
  let dish: String
  let known: [String]
  var description: String { "There is no recipe for \(dish). There are recipes for \(known.joined(separator: ", "))." }
}

protocol RecipeBook: Sendable {
  func recipe(for dish: String) throws -> Recipe
}

/// The recipes that come with the app.
struct FamilyRecipes: RecipeBook {
  private static let recipes = [
    Recipe(dish: "omelette", ingredients: ["egg": 3, "onion": 1]),
    Recipe(dish: "pancakes", ingredients: ["egg": 2, "milk": 1, "flour": 1]),
    Recipe(dish: "soup", ingredients: ["carrot": 4, "onion": 2]),
  ]

  func recipe(for dish: String) throws -> Recipe {
    guard let recipe = Self.recipes.first(where: { $0.dish == dish }) else {
      throw UnknownDish(dish: dish, known: Self.recipes.map(\.dish))
    }
    return recipe
  }
}
