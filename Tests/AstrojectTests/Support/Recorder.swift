import Astroject
import Foundation
import TestSupport
import Testing

/// Notes what happened, in order, from any thread.
final class Recorder<Event: Sendable>: Sendable {
  private let noted = Guarded<[Event]>([])

  var events: [Event] { noted.withLock { $0 } }
  func note(_ event: Event) { noted.withLock { $0.append(event) } }
}

/// Looks at an object without keeping it.
final class Trace: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  /// Whether the object is gone.
  var isGone: Bool { object == nil }
}

/// A custom scope that keeps one product until it is let go.
final class Keeping: Instance {
  private var product: Any?

  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
}

/// An error of the user's that prints as it says.
struct Trouble: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Every scope there is.
enum AnyScope: CaseIterable, Codable, Sendable, CustomTestStringConvertible {
  case transient, graph, singleton, disposable, weak, container, shared, perContainer

  /// Those that give the same instance to all containers.
  static let common: [AnyScope] = [.singleton, .disposable, .weak, .shared]
  /// Those that give each container an instance of its own.
  static let separate: [AnyScope] = [.container, .perContainer]
  /// Those that keep an instance until it is let go.
  static let keeping: [AnyScope] = common + separate

  var testDescription: String { "\(self)" }

  @discardableResult
  func apply<Product>(to registration: Registration<Product>) -> Registration<Product> {
    switch self {
    case .transient: registration.asTransient()
    case .graph: registration.asGraph()
    case .singleton: registration.asSingleton()
    case .disposable: registration.asDisposableSingleton()
    case .weak: registration.asWeak()
    case .container: registration.asContainer()
    case .shared: registration.as(Keeping())
    case .perContainer: registration.as { Keeping() }
    }
  }
}

/// Runs something on a thread of its own, and does not wait for it.
func detach(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

/// Runs something on a thread with a stack of this size, and blocks until it has ended.
@discardableResult
func onThread<Result: Sendable>(
  stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Result
) -> Result? {
  let result = Guarded<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  return result.withLock { $0 }
}
