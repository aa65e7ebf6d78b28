/// A task that is done by hand, by the reference container and by Astroject.
struct Workload {
  /// Makes the setup that is not timed, and returns the body to be timed.
  typealias Variant = () throws -> Body

  /// The number of objects that must be made, because the time of a wrong result means nothing.
  enum Promise {
    /// A number for each operation.
    case each(Int)
    /// A total, made in the setup or at the first operation.
    case once(Int)
    /// A number for each operation, and another number once.
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
  /// The number of operations in a sample, if the workload fixes it.
  var batch: Int?
}
