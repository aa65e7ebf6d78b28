import Astroject

/// Expects that a product is built once although several threads ask for it at the same moment.
///
/// ```swift
/// expectBuiltOnce(Database.self, in: container, concurrently: 8)
/// ```
/// It asks a fork of the container: the fork has the same registrations and no instances, and the container stays as it
/// is. There is one exception: an object that was given as a scope by `.as(…)` is shared with every fork, and so is
/// asked.
///
/// All threads begin at the same moment, with the same arguments. They have `Container.current` of the caller. A
/// failure that the factory itself reports to Swift Testing there (`failOnUse`, `#expect`) fails the run, but is not
/// attributed to any test.
///
/// It may be called on any thread, and blocks it until all threads have ended. The failure report states how often the
/// factory ran and its location, or the first error, and lists the registrations of the container.
///
/// - Parameters:
///   - type: The type to resolve.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The arguments of the resolve.
///   - container: The container to fork.
///   - concurrency: The number of threads that ask.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectBuiltOnce<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: Container, concurrently concurrency: Int = 8,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let race = Race(question, in: container)
  race.judge(race.run(threads: max(concurrency, 1)))
}

/// Expects that a product is built once although several threads and tasks ask for it at the same moment.
///
/// Half of the requests come from child tasks of the test; all of them do if the product must be awaited. See the
/// synchronous form for the rest.
public func expectBuiltOnce<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: Container, concurrently concurrency: Int = 8,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let all = max(concurrency, 1)
  let race = Race(question, in: container)
  let threads = race.mustBeAwaited ? 0 : all / 2
  let answers = await race.run(threads: threads, tasks: all - threads)
  guard threads > 0, race.hasRefusal(answers) else { return race.judge(answers) }
  // The registrations did not show that the product must be awaited, so tasks alone ask a second time.
  let second = Race(question, in: container)
  second.judge(await second.run(threads: 0, tasks: all))
}

// MARK: - The race

/// Several requests to a fork for the same product, with a count of the builds.
private struct Race<Product, Argument> {
  private let question: Question<Product, Argument>
  private let fork: Container
  private let tally = BuildTally()
  /// The question that all threads and tasks ask the fork.
  ///
  /// Its arguments need not be Sendable: the test that gives them is responsible for their use on several threads.
  private let asked: Unchecked<Question<Product, Argument>>

  init(_ question: Question<Product, Argument>, in container: Container) {
    self.question = question
    // The error of what stands for a missing container says so.
    fork = (try? container.refuseIfAbsent()) == nil ? container : container.fork(watchedBy: tally)
    asked = Unchecked(question.asked(of: fork))
  }

  private var key: Key { question.key }

  /// True if a blocking request may be refused.
  var mustBeAwaited: Bool { [key, key.withoutArguments].contains(where: fork.core.mayHaveToBeAwaited) }

  func run(threads: Int) -> [Result<Product, any Error>] {
    Contention.run(threads: threads) { [asked] in try asked.value.answer().get() }
  }

  func run(threads: Int, tasks: Int) async -> [Result<Product, any Error>] {
    let asked = asked
    return await Contention.run(threads: threads, tasks: tasks) {
      try asked.value.answer().get()
    } asynchronous: {
      try await asked.value.answer().get()
    }
  }

  /// Returns true if a thread was refused because the product must be awaited.
  func hasRefusal(_ answers: [Result<Product, any Error>]) -> Bool {
    answers.contains { answer in
      guard case .failure(let error as AstrojectError) = answer else { return false }
      return error.kind == .asynchronousFactory || error.kind == .isolationMismatch
    }
  }

  /// Reports a failure if a request failed, or if the product was not built exactly once.
  func judge(_ answers: [Result<Product, any Error>]) {
    let expectation = "Expected \(key) to be built once for \(answers.count) concurrent callers"
    let errors = answers.compactMap { answer in if case .failure(let error) = answer { error } else { nil } }
    if let first = errors.first {
      return fail(
        FailureText("\(expectation), but \(errors.count) of them got an error.").found(first))
    }
    guard let maker else {
      return fail(
        FailureText("\(expectation), but no registration builds it.")
          .found("it is made of other registrations, or comes from a fallback: use one of those"))
    }
    let count = tally.count(of: maker)
    // An instance that was made elsewhere is not built, but each decorator of it is.
    if count == 1 || maker.isInstance && fork.core.decorators(of: maker).isEmpty { return }
    fail(
      FailureText("\(expectation), but it was \(FailureText.times(count, "built")).")
        .found("the factory of \(maker.key), registered at \(maker.location), \(FailureText.times(count, "ran"))"))
  }

  /// The registration of the fork whose factory makes the product.
  private var maker: Blueprint? {
    guard var maker = (fork.core.find(key) ?? fork.core.find(key.withoutArguments))?.blueprint else { return nil }
    while case .forwarding(let target) = maker.summary.origin { maker = target }
    return maker
  }

  private func fail(_ text: FailureText) {
    Reporter.fail(text.inventory(of: fork, nearestTo: key), at: question.site)
  }
}

/// Counts builds by registration.
private final class BuildTally: BuildWitness {
  private let counts = Lock<[UInt: Int]>([:])

  func count(of blueprint: Blueprint) -> Int { counts.withLock { $0[blueprint.id] ?? 0 } }

  func didBuild(_ product: Any, of blueprint: Blueprint) {
    let id = blueprint.id
    counts.withLock { $0[id, default: 0] += 1 }
  }

  func didMake(_ object: AnyObject) {}
}
