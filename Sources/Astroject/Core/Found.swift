/// A registration that answers to a key, where it was found.
package struct Found {
  package let blueprint: Blueprint
  let entry: Entry
  /// The container that has it.
  package let owner: Core
}
