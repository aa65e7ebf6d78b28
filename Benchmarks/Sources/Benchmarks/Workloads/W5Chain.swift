import Astroject
import Probe

// A chain of a hundred classes, each of which needs the next: `Link<Tens, Ones>`, with the digits as types.

private protocol Chained: AnyObject, Sendable {}

private final class Link<Tens, Ones>: Chained {
  let next: any Chained

  init(next: any Chained) {
    self.next = next
    probe_object()
  }
}

private final class Link0: Chained {
  init() { probe_object() }
}

private enum D0 {}
private enum D1 {}
private enum D2 {}
private enum D3 {}
private enum D4 {}
private enum D5 {}
private enum D6 {}
private enum D7 {}
private enum D8 {}
private enum D9 {}

extension Workload {
  /// W5: a chain of a hundred new objects and its last link.
  static var chain: Workload {
    Workload(
      name: "W5 chain of 100", promise: .each(101),
      hand: { timed { for _ in 0..<$0 { sink(makeChain()) } } },
      reference: {
        let container = ReferenceContainer()
        try registerChain(in: container)
        return timed { for _ in 0..<$0 { sink(try container.ask(Link<D9, D9>.self)) } }
      },
      astroject: {
        let container = Container()
        try registerChain(in: container)
        return timed { for _ in 0..<$0 { sink(try container.ask(Link<D9, D9>.self)) } }
      })
  }
}

// MARK: - By hand

@inline(never)
private func link<Tens, Ones>(_: Tens.Type, _: Ones.Type, _ next: @autoclosure () -> any Chained) -> any Chained {
  Link<Tens, Ones>(next: next())
}

private func ten<Tens>(_ t: Tens.Type, _ next: @autoclosure () -> any Chained) -> any Chained {
  link(t, D9.self, link(t, D8.self, link(t, D7.self, link(t, D6.self, link(t, D5.self, lowerFive(t, next()))))))
}

private func lowerFive<Tens>(_ t: Tens.Type, _ next: @autoclosure () -> any Chained) -> any Chained {
  link(t, D4.self, link(t, D3.self, link(t, D2.self, link(t, D1.self, link(t, D0.self, next())))))
}

private func makeChain() -> any Chained {
  ten(D9.self, ten(D8.self, ten(D7.self, ten(D6.self, ten(D5.self, makeLowerHalf())))))
}

private func makeLowerHalf() -> any Chained {
  ten(D4.self, ten(D3.self, ten(D2.self, ten(D1.self, ten(D0.self, Link0())))))
}

// MARK: - By containers

/// A container for the links. The types are known at each call, as in a program.
private protocol Chaining {
  func end() throws
  func link<Tens, Ones, Next: Chained>(_: Tens.Type, _: Ones.Type, to next: Next.Type) throws
}

extension Container: Chaining {
  fileprivate func end() throws { try register(Link0.self) { Link0() }.asTransient() }

  fileprivate func link<Tens, Ones, Next: Chained>(_: Tens.Type, _: Ones.Type, to next: Next.Type) throws {
    try register(Link<Tens, Ones>.self) { Link(next: try $0.resolve(Next.self)) }.asTransient()
  }
}

extension ReferenceContainer: Chaining {
  fileprivate func end() { register(Link0.self) { _ in Link0() } }

  fileprivate func link<Tens, Ones, Next: Chained>(_: Tens.Type, _: Ones.Type, to next: Next.Type) {
    register(Link<Tens, Ones>.self) { Link(next: try $0.resolve(Next.self)) }
  }
}

private func registerTen<Tens, Next: Chained>(
  _ tens: Tens.Type, to next: Next.Type, in container: some Chaining
) throws {
  try container.link(tens, D0.self, to: next)
  try container.link(tens, D1.self, to: Link<Tens, D0>.self)
  try container.link(tens, D2.self, to: Link<Tens, D1>.self)
  try container.link(tens, D3.self, to: Link<Tens, D2>.self)
  try container.link(tens, D4.self, to: Link<Tens, D3>.self)
  try container.link(tens, D5.self, to: Link<Tens, D4>.self)
  try container.link(tens, D6.self, to: Link<Tens, D5>.self)
  try container.link(tens, D7.self, to: Link<Tens, D6>.self)
  try container.link(tens, D8.self, to: Link<Tens, D7>.self)
  try container.link(tens, D9.self, to: Link<Tens, D8>.self)
}

private func registerChain(in container: some Chaining) throws {
  try container.end()
  try registerTen(D0.self, to: Link0.self, in: container)
  try registerTen(D1.self, to: Link<D0, D9>.self, in: container)
  try registerTen(D2.self, to: Link<D1, D9>.self, in: container)
  try registerTen(D3.self, to: Link<D2, D9>.self, in: container)
  try registerTen(D4.self, to: Link<D3, D9>.self, in: container)
  try registerTen(D5.self, to: Link<D4, D9>.self, in: container)
  try registerTen(D6.self, to: Link<D5, D9>.self, in: container)
  try registerTen(D7.self, to: Link<D6, D9>.self, in: container)
  try registerTen(D8.self, to: Link<D7, D9>.self, in: container)
  try registerTen(D9.self, to: Link<D8, D9>.self, in: container)
}
