import Foundation
import TestSupport
import Testing

/// One case of the search for the longest possible chain.
struct DepthCase {
  let way: Chain.Way
  let scope: AnyScope
  /// True if the links were built before, so that everything prepared for later builds exists.
  let isPrepared: Bool
  let call: Call
  let kibibytes: Int

  static let longest = LinkTypes.count

  static func all(_ call: Call, _ kibibytes: Int) -> [DepthCase] {
    var ways = Chain.Way.allCases.filter { call == .asynchronous || !$0.isAsync }
    // Closures with keys differ little from those without, and a synchronous closure takes stack in any case.
    if !isThorough { ways.removeAll { $0 == .keyedClosure || $0 == .closure && call == .asynchronous } }
    let scopes: [(AnyScope, Bool)] = [
      (.transient, false), (.transient, true), (.graph, false), (.graph, true), (.singleton, false),
    ]
    return ways.flatMap { way in
      scopes.map { DepthCase(way: way, scope: $0, isPrepared: $1, call: call, kibibytes: kibibytes) }
    }
  }

  var name: String { "\(way.rawValue), \(scope)\(isPrepared ? ", built before" : "")" }

  // MARK: One chain

  enum Outcome: Equatable, Sendable {
    case made
    case tooDeep
    case wrong(String)
  }

  /// Resolves a chain of a length on a stack of some size, and returns what a closure makes of the result there.
  private func resolve<Answer: Sendable>(
    _ length: Int, in chain: Chain, stackSize: Int,
    _ answer: @escaping @Sendable (Result<Int, any Error>) -> Answer
  ) async -> Answer? {
    switch call {
    case .synchronous: onOwnThread(stackSize: stackSize) { answer(Result { try chain.resolve(length) }) }
    case .asynchronous:
      await OwnThreads.run(stackSize: stackSize) {
        do { return answer(.success(try await chain.resolve(length))) } catch { return answer(.failure(error)) }
      }
    }
  }

  private func outcome(of length: Int, in chain: Chain, _ result: Result<Int, any Error>) -> Outcome {
    switch result {
    case .success(length): return .made
    case .success(let other): return .wrong("a chain of \(other) instead of \(length)")
    case .failure(AstrojectError.tooDeep(let failure)):
      let path = failure.path.map(\.key)
      let numbers = (0..<path.count).map { length - $0 }
      guard path.count > 1, path.count <= length, path == numbers.map(chain.key), failure.key == path.last else {
        return .wrong("a chain of \(length) is too deep with a path of \(path.count): \(path.prefix(9))")
      }
      let text = "\(AstrojectError.tooDeep(failure))"
      return text.split(separator: "\n").count < 50 ? .tooDeep : .wrong(text)
    case .failure(let error): return .wrong("\(error)")
    }
  }

  // MARK: All of them

  /// True if all cases are searched closely, which takes minutes.
  static let isThorough = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] != nil

  /// The lengths that are always tried.
  private static let lengths =
    isThorough ? [100, 200, 500, 1000, 2000, 5000, DepthCase.longest] : [100, 1000, DepthCase.longest]

  /// The length up to which a chain is always possible, according to the documentation.
  private var safe: Int {
    guard call == .synchronous || way == .closure || way == .keyedClosure else { return DepthCase.longest }
    return SafeDepth(kibibytes: kibibytes, isGraph: scope == .graph).links
  }

  /// Expects chains to be built up to some length and all longer ones to be too deep, and returns about that length.
  func deepest() async throws -> Int {
    let shared = isPrepared ? try await preparedChain() : nil
    var (made, tooDeep) = (1, DepthCase.longest + 1)
    let look = { (length: Int) async throws in
      let chain = try shared ?? Chain(way, scope, length: max(length, 2))
      let found = await resolve(length, in: chain, stackSize: kibibytes << 10) { outcome(of: length, in: chain, $0) }
      switch found ?? .wrong("no result") {
      case .made:
        if length > tooDeep { complain("a chain of \(length) is built, but one of \(tooDeep) is too deep") }
        made = max(made, length)
      case .tooDeep:
        if length < made { complain("a chain of \(length) is too deep, but one of \(made) is built") }
        tooDeep = min(tooDeep, length)
        // A chain that was too deep does no harm: it is built on a larger stack.
        if length == DepthCase.longest { try expectMade(length, in: chain) }
      case .wrong(let text): complain(text)
      }
    }
    for length in [safe] + DepthCase.lengths { try await look(length) }
    let precision = DepthCase.isThorough ? 50 : 8
    while tooDeep - made > max(1, made / precision) { try await look((made + tooDeep) / 2) }
    if made < safe { complain("chains are built up to \(made), and not up to \(safe)") }
    return made
  }

  private func complain(_ text: String) { Issue.record("\(call), \(name), \(kibibytes) KiB: \(text)") }

  private static let amplePlace = 512 << 20

  private func expectMade(_ length: Int, in chain: Chain) throws {
    guard !way.isAsync else { return }
    let result = onOwnThread(stackSize: DepthCase.amplePlace) { Result { try chain.resolve(length) } }
    #expect(try result?.get() == length, "\(name)")
  }

  private func preparedChain() async throws -> Chain {
    let chain = try Chain(way, scope, length: DepthCase.longest)
    for _ in 0..<3 {
      let result = await resolve(DepthCase.longest, in: chain, stackSize: DepthCase.amplePlace) { $0 }
      #expect(try result?.get() == DepthCase.longest, "\(name)")
    }
    return chain
  }
}

/// The length up to which a chain is always possible on a stack of some size, if its factories only resolve the next
/// link. It is about half of the measured length, see the table in `RELIABILITY.md`.
private struct SafeDepth {
  let links: Int

  init(kibibytes: Int, isGraph: Bool) {
    #if DEBUG
      let (graph, other) = [512: (25, 25), 1024: (55, 50)][kibibytes] ?? (500, 450)
    #else
      let (graph, other) = [512: (85, 110), 1024: (195, 240)][kibibytes] ?? (1600, 2000)
    #endif
    links = isGraph ? graph : other
  }
}
