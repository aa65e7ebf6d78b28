/// A registration that answers to a key, where it was found.
struct Found {
  let blueprint: AnyBlueprint
  let entry: Entry
  /// The container that has it.
  let owner: Core
}
