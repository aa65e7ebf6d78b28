import Astroject

/// Expects that something is built once although several threads ask for it at the same moment.
///
/// ```swift
/// expectBuiltOnce(Database.self, in: container, concurrently: 8)
/// ```
/// It asks a fork of the container, which has the same registrations and none of the instances: nothing that the
/// container keeps is used or changed. An object that was given as a scope, by `.as(…)`, is shared with every fork, and
/// is asked.
///
/// All threads begin at the same moment, with the same arguments. It may be called on any thread and blocks that until
/// all have ended. A failure is reported with the place of the factory and how often it ran, or with the first error,
/// and with what the container has. The factory runs in threads of its own, for which `Container.current` is the
/// caller's; what it reports to Swift Testing by itself there (`failOnUse`, `#expect`) fails the run, but is laid at no
/// test.
///
/// - Parameters:
///   - type: What is asked for.
///   - name: The name that it is registered under.
///   - key: Takes the place of the name: any hashable value.
///   - arguments: What it takes, as `resolve` is given it.
///   - container: What is forked.
///   - concurrency: How many threads ask.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
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

/// Expects that something is built once although several threads and tasks ask for it at the same moment.
///
/// Half of those who ask are tasks, which are the test's; all of them are if it has to be awaited. See the synchronous
/// form for the rest.
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
  // What no look at the registrations could tell: it has to be awaited.
  let second = Race(question, in: container)
  second.judge(await second.run(threads: 0, tasks: all))
}

// MARK: - The race

/// Several who ask a fork for the same thing, and a count of what is built for them.
private struct Race<Product, Argument> {
  private let question: Question<Product, Argument>
  private let fork: Container
  private let tally = BuildTally()
  /// What everybody asks of the fork. Whoever gives arguments answers for their use on several threads.
  private let asked: Unchecked<Question<Product, Argument>>

  init(_ question: Question<Product, Argument>, in container: Container) {
    self.question = question
    fork = container.fork(watchedBy: tally)
    asked = Unchecked(question.asked(of: fork))
  }

  private var key: Key { question.key }

  /// Whether a thread could not wait for it.
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

  /// Whether a thread was told that it has to await it.
  func hasRefusal(_ answers: [Result<Product, any Error>]) -> Bool {
    answers.contains { answer in
      guard case .failure(let error as AstrojectError) = answer else { return false }
      return error.kind == .asynchronousFactory || error.kind == .isolationMismatch
    }
  }

  /// Reports if somebody got nothing, or if it was not built once.
  func judge(_ answers: [Result<Product, any Error>]) {
    let expectation = "Expected \(key) to be built once for \(answers.count) that ask at once"
    let errors = answers.compactMap { answer in if case .failure(let error) = answer { error } else { nil } }
    if let first = errors.first {
      return fail(
        FailureText("\(expectation), but \(errors.count) of them got an error.").found(first))
    }
    guard let maker else {
      return fail(
        FailureText("\(expectation), but it is no registration's product.")
          .found("what is made of other registrations, or known to a fallback: ask for one of those"))
    }
    let count = tally.count(of: maker)
    if count == 1 { return }
    fail(
      FailureText("\(expectation), but it was \(FailureText.times(count, "built")).")
        .found("the factory of \(maker.key), registered at \(maker.location), \(FailureText.times(count, "ran"))"))
  }

  /// The registration of the fork whose factory makes it.
  private var maker: Blueprint? {
    guard var maker = (fork.core.find(key) ?? fork.core.find(key.withoutArguments))?.blueprint else { return nil }
    while case .forwarding(let target) = maker.summary.origin { maker = target }
    return maker
  }

  private func fail(_ text: FailureText) {
    Reporter.fail(text.inventory(of: fork, nearestTo: key), at: question.site)
  }
}

/// Counts what is built, by registration.
private final class BuildTally: BuildWitness {
  private let counts = Lock<[UInt: Int]>([:])

  func count(of blueprint: Blueprint) -> Int { counts.withLock { $0[blueprint.id] ?? 0 } }

  func didBuild(_ product: Any, of blueprint: Blueprint) {
    let id = blueprint.id
    counts.withLock { $0[id, default: 0] += 1 }
  }

  func didMake(_ object: AnyObject) {}
}
