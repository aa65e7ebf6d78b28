/// A look ahead, for an awaiting caller, at what its product depends on.
///
/// If nothing may suspend, the caller takes the blocking way, which needs no frames of the task and no row of values.
/// The look takes in a limited number of products, because a longer chain would need its stack.
struct Outlook {
  let core: Borrowed<Core>
  /// True if the caller begins a tree, which no other task knows of.
  let beginsTree: Bool
  let hold: ReadHold
  /// The number of products that are yet to be looked at.
  var rest = 32

  /// Returns true if a caller may have to suspend for the product of a type.
  mutating func maySuspend(forType word: UInt) -> Bool {
    rest -= 1
    guard rest >= 0, let published = core.with({ $0.published(forType: word, hold) }) else {
      return true
    }
    return maySuspend(published.word)
  }

  mutating func maySuspend(_ word: PublishedWord) -> Bool {
    guard let plan = word.plan else { return false }
    return plan.with { $0.maySuspend(by: &self) }
  }
}
