import TestSupport

/// A drink that decorates another one; its initializers take it in different positions, and its taste tells which.
final class MixedDrink: Drink {
  let taste: String

  init(drink: any Drink) { taste = "cached(\(drink.taste))" }

  init(later drink: any Drink, number: Int) async {
    await Task.yield()
    taste = "later(\(drink.taste), \(number))"
  }

  init(number: Int, drink: any Drink) { taste = "numbered(\(drink.taste), \(number))" }

  init(first: any Drink, second: any Drink) { taste = "\(first.taste) & \(second.taste)" }

  init() { taste = "nothing" }
}

/// A drink of all others.
final class AllDrinks: Drink {
  let drinks: [any Drink]
  var taste: String { drinks.map(\.taste).joined(separator: "+") }
  init(drinks: [any Drink]) { self.drinks = drinks }
  init(later drinks: [any Drink]) async {
    await Task.yield()
    self.drinks = drinks
  }
}
