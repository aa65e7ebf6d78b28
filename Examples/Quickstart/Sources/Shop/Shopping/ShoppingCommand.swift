/// Prints the shopping list of the dishes that the command line names.
package struct ShoppingCommand: Sendable {
  let settings: Settings
  let list: ShoppingList
  let output: any Output

  package func run() async throws {
    output.write("To cook: \(settings.dishes.joined(separator: ", "))")
    for purchase in try await list.purchases(for: settings.dishes) {
      output.write("  buy \(purchase.amount) × \(purchase.ingredient)")
    }
  }
}
