/// One piece of work, done by hand, by the reference container and by Astroject.
struct Workload {
  /// Makes all that is there before the timing begins, and gives the work itself.
  typealias Variant = () throws -> Body

  /// How many objects an operation makes: a wrong answer is not worth a time.
  enum Promise {
    /// So many in each operation.
    case each(Int)
    /// So many in all, in the setup or at the first operation.
    case once(Int)
    /// So many in each operation, and so many more once.
    case eachAndOnce(Int, Int)

    func objects(in count: Int) -> Int {
      switch self {
      case .each(let number): number * count
      case .once(let number): number
      case .eachAndOnce(let number, let once): number * count + once
      }
    }
  }

  let name: String
  let promise: Promise
  let hand: Variant
  var reference: Variant?
  let astroject: Variant
  /// How many operations make a sample, where that is part of the work.
  var batch: Int?
}
