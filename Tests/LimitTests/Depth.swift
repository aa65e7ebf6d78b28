import Astroject
import Foundation
import TestSupport
import Testing

/// What is asked about how long a chain may be.
struct DepthCase {
  let way: Chain.Way
  let scope: AnyScope
  /// Whether the links have been made before, so that all that is prepared for the next ones is there.
  let isPrepared: Bool
  let call: Call
  let kibibytes: Int

  static let longest = LinkTypes.count

  static func all(_ call: Call, _ kibibytes: Int) -> [DepthCase] {
    var ways = Chain.Way.allCases.filter { call == .asynchronous || !$0.isAsync }
    // Closures with keys are much as those without, and a synchronous closure takes the stack in any case.
    if !isThorough { ways.removeAll { $0 == .keyedClosure || $0 == .closure && call == .asynchronous } }
    let scopes: [(AnyScope, Bool)] = [
      (.transient, false), (.transient, true), (.graph, false), (.graph, true), (.singleton, false),
    ]
    return ways.flatMap { way in
      scopes.map { DepthCase(way: way, scope: $0, isPrepared: $1, call: call, kibibytes: kibibytes) }
    }
  }

  var name: String { "\(way.rawValue), \(scope)\(isPrepared ? ", made before" : "")" }

  // MARK: One chain

  enum Outcome: Equatable, Sendable {
    case made
    case tooDeep
    case wrong(String)
  }

  /// What comes of asking for a chain of a length.
  private func outcome(of length: Int, in chain: Chain) async -> Outcome {
    let bytes = kibibytes << 10
    switch call {
    case .synchronous:
      return onOwnThread(stackSize: bytes) {
        outcome(of: length, in: chain, Result { try chain.resolve(length) })
      } ?? .wrong("nothing")
    case .asynchronous:
      return await OwnThread.run(stackSize: bytes) {
        let result: Result<Int, any Error>
        do { result = .success(try await chain.resolve(length)) } catch { result = .failure(error) }
        return outcome(of: length, in: chain, result)
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

  /// Whether everything is looked at closely, which takes minutes.
  static let isThorough = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] != nil

  /// Lengths that are looked at in any case.
  private static let lengths =
    isThorough ? [100, 200, 500, 1000, 2000, 5000, DepthCase.longest] : [100, 1000, DepthCase.longest]

  /// How long a chain may be for certain, as the documentation says.
  private var safe: Int {
    guard call == .synchronous || way == .closure || way == .keyedClosure else { return DepthCase.longest }
    return SafeDepth(kibibytes: kibibytes, isGraph: scope == .graph).links
  }

  /// Expects chains up to some length to be made and all others to be too deep, and returns about that length.
  func deepest() async throws -> Int {
    let shared = isPrepared ? try await preparedChain() : nil
    var (made, tooDeep) = (1, DepthCase.longest + 1)
    let look = { (length: Int) async throws in
      let chain = try shared ?? Chain(way, scope, length: max(length, 2))
      switch await outcome(of: length, in: chain) {
      case .made:
        if length > tooDeep { complain("\(length) are made, and \(tooDeep) are not") }
        made = max(made, length)
      case .tooDeep:
        if length < made { complain("\(length) are too deep, and \(made) are not") }
        tooDeep = min(tooDeep, length)
        // What was too deep does no harm: it is made where there is room for it.
        if length == DepthCase.longest { try expectMade(length, in: chain) }
      case .wrong(let text): complain(text)
      }
    }
    for length in [safe] + DepthCase.lengths { try await look(length) }
    let precision = DepthCase.isThorough ? 50 : 8
    while tooDeep - made > max(1, made / precision) { try await look((made + tooDeep) / 2) }
    if made < safe { complain("\(made) are made, and not \(safe)") }
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
      switch call {
      case .synchronous: try expectMade(DepthCase.longest, in: chain)
      case .asynchronous:
        _ = try await OwnThread.run(stackSize: DepthCase.amplePlace) {
          do {
            return Result<Int, any Error>.success(try await chain.resolve(DepthCase.longest))
          } catch {
            return .failure(error)
          }
        }.get()
      }
    }
    return chain
  }
}

/// How long a chain may be for certain on a stack of some size, where its factories do nothing but resolve the next
/// link: about half of what was seen, as a table in `RELIABILITY.md` says.
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
