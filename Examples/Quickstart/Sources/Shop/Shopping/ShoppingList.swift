struct Purchase: Equatable, Sendable {
  let ingredient: String
  let amount: Int
}

/// Works out what a few dishes need and the pantry does not have.
struct ShoppingList: Sendable {
  let recipes: any RecipeBook
  let pantry: any Pantry

  func purchases(for dishes: [String]) async throws -> [Purchase] {
    var needed: [String: Int] = [:]
    for dish in dishes { needed.merge(try recipes.recipe(for: dish).ingredients, uniquingKeysWith: +) }

    var purchases: [Purchase] = []
    for (ingredient, amount) in needed.sorted(by: { $0.key < $1.key }) {
      let missing = amount - (await pantry.stock(of: ingredient))
      if missing > 0 { purchases.append(Purchase(ingredient: ingredient, amount: missing)) }
    }
    return purchases
  }
}
