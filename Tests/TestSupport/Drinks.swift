/// A product whose taste shows its factory and its decorators.
package protocol Drink: AnyObject, Sendable { var taste: String { get } }

package final class PlainDrink: Drink {
  package let taste: String

  package init(_ taste: String) { self.taste = taste }
}

/// A decorated drink.
package final class LayeredDrink: Drink {
  package let inside: any Drink
  private let name: String

  package var taste: String { "\(name)(\(inside.taste))" }

  package init(_ inside: any Drink, _ name: String) { (self.inside, self.name) = (inside, name) }
}
