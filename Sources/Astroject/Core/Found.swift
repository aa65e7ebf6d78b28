/// A registration that answers to a key, where it was found.
struct Found<Product, Argument> {
  let blueprint: Blueprint<Product, Argument>
  let entry: Entry<Product, Argument>
  /// The container that has it.
  let owner: Core
}
