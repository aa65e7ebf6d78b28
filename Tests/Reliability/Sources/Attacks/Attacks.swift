import Foundation

/// A program that tries to make the library read freed memory, round after round.
struct Attack: Sendable {
  let name: String
  /// Runs one round, and throws ``Harm`` for a product that is not intact.
  let round: @Sendable () async throws -> Void
  /// True if the thread sanitizer reports a false race: one thread reuses a build after another thread has released it,
  /// and the sanitizer does not see that reference counting orders the two.
  let isMisread: Bool

  init(_ name: String, misread isMisread: Bool = false, round: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.round = round
    self.isMisread = isMisread
  }
}

/// A product in freed memory.
struct Harm: Error {}

@main
enum Attacks {
  static let all: [Attack] =
    temporaryContainers + lastReferences + changes + escapedResolvers + wrappers + families + layers + deinits
    + stragglers
    + descendants + lateCallers + mixtures + weakProducts

  /// Runs each attack for some seconds: `Attacks [seconds] [words that the names contain]`.
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let seconds = arguments.first.flatMap(Double.init) ?? 1
    let words = arguments.dropFirst()
    var harmed = 0
    let isThreadSanitizerThere = dlsym(nil, "__tsan_init") != nil
    for attack in all where words.allSatisfy(attack.name.contains) {
      if attack.isMisread, isThreadSanitizerThere { continue }
      // Printed first because a sanitizer ends the process.
      print(attack.name, terminator: ": ")
      fflush(nil)
      do {
        print("\(try await attack.run(for: .seconds(seconds))) rounds")
      } catch {
        print(error)
        harmed += 1
      }
    }
    exit(harmed == 0 ? 0 : 1)
  }
}

extension Attack {
  /// Runs rounds for some time, and returns their number.
  func run(for duration: Duration) async throws -> Int {
    let end = ContinuousClock.now + duration
    var rounds = 0
    repeat {
      try await round()
      rounds += 1
    } while ContinuousClock.now < end
    return rounds
  }
}
