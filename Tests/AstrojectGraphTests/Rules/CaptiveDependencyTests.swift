import TestSupport
import Foundation
import Testing

struct CaptiveDependencyTests {
  private let container = Container()

  /// The rank of a scope's lifetime in the documentation of the rule; nil if it lives as long as its holder.
  private static func rank(_ scope: ScopeCase) -> Int? {
    switch scope {
    case .singleton: 5
    case .disposable: 4
    case .scoped, .named: 3
    case .shared, .perContainer: 2
    case .graph: 1
    case .unsaid, .transient, .weak: nil
    }
  }

  /// Returns true if a holder in one scope must not hold an instance in another one.
  private static func isCaptive(_ holder: ScopeCase, _ held: ScopeCase) -> Bool {
    // A weak holder may outlive a tree. A weak dependency lives as long as any holder.
    let holding = holder == .weak ? 2 : rank(holder)
    guard let holding, let held = rank(held) else { return false }
    return held < holding
  }

  /// Returns true if the holder's container gives all its children the scoped instance that the holder gets by a link.
  private static func isAskedFor(_ holder: ScopeCase, _ held: ScopeCase, _ link: Link) -> Bool {
    guard held == .scoped || held == .named else { return false }
    // If a weak holder gets it by a weak one, that is at fault.
    return [.singleton, .disposable].contains(holder) || holder == .weak && !link.isByWeak
  }

  static let pairs = ScopeCase.allCases.flatMap { holder in ScopeCase.allCases.map { (holder, $0) } }

  /// A link from A, the holder, to B.
  struct Link: Sendable, CustomStringConvertible {
    let description: String
    /// False for a dependency that is resolved each time.
    var holds = true
    let holder: @Sendable (Container) throws -> Registration<Cast.A>

    var isByWeak: Bool { description == "a weak one" }

    /// A dependency through registrations that are texts.
    static func through<Need: SendableMetatype>(
      _ description: String, _ need: Need.Type, holds: Bool = true, _ texts: String...
    ) -> Link {
      Link(description: description, holds: holds) { container in
        for text in texts { try container.wire(text) }
        return try container.wire(Cast.A.self, need)
      }
    }

    /// A direct dependency in each form, and dependencies through others.
    static let all =
      Form.allCases.filter(\.leadsToPlain).map { form in
        Link(description: "\(form)", holds: !form.isProvider) { try form.register(in: $0) }
      } + [
        Link.through("an unsaid one", Cast.C.self, "C → B"), Link.through("a weak one", Cast.C.self, "C → B: weak"),
        Link.through("many transients", Cast.C.self, "C → D: transient", "D → E: transient", "E → B: transient"),
        Link.through("a lazy transient", Lazy<Cast.C>.self, "C → Lazy<B>: transient"),
        Link.through("a provider of a transient", Provider<Cast.C>.self, holds: false, "C → B: transient"),
        Link(description: "a forwarded transient") {
          try $0.wire(Cast.C.self, (any Cast.Face).self).asTransient().implements((any Cast.Mask).self) { _ in Cast.A()
          }
          return try $0.wire(Cast.A.self, (any Cast.Mask).self)
        },
      ]
  }

  @Test(arguments: pairs)
  func `each pair of scopes is reported as captive exactly if the documentation says so`(
    holder: ScopeCase, held: ScopeCase
  ) throws {
    for link in Link.all {
      let container = Container().makeChild(named: "request")
      try held.apply(to: container.wire(Cast.B.self)).implements((any Cast.Face).self)
      try holder.apply(to: link.holder(container))
      let found = container.findings().filter { $0.rule == .captiveDependency && $0.node?.key == "Cast.A" }
      let isExpected =
        link.holds && CaptiveDependencyTests.isCaptive(holder, held)
        || CaptiveDependencyTests.isAskedFor(holder, held, link)
      #expect(found.isEmpty != isExpected, "\(link)")
      #expect(found.count <= 1, "\(link)")
      guard let finding = found.first else { continue }
      #expect(finding.nodes.first?.key == "Cast.A" && finding.nodes.last?.key == "Cast.B")
      #expect(finding.edges.count == finding.nodes.count - 1)
      #expect(zip(finding.edges, finding.nodes).allSatisfy { $0.from == $1.id }, "\(link)")
      #expect(zip(finding.edges, finding.nodes.dropFirst()).allSatisfy { $0.to == $1.id }, "\(link)")
    }
  }

  @Test(arguments: [ScopeCase.singleton, .disposable, .weak], [nil, "request"])
  func `the remedy for a scoped captive is the same scope or an argument, never a Provider`(
    holder: ScopeCase, name: String?
  ) throws {
    for link in Link.all where holder != .weak || !link.isByWeak {
      // A named container that does not exist, one that does, and the container that is asked.
      for root in [Container(), Container().makeChild(named: "request")] {
        let held = try root.wire(Cast.B.self)
        _ = name.map { held.asScoped(to: $0) } ?? held.asScoped()
        held.implements((any Cast.Face).self)
        holder.apply(to: try link.holder(root))
        let found = root.findings(roots: Cast.A.self).filter { $0.node?.key == "Cast.A" }
        #expect(found.map(\.rule) == [.captiveDependency], "\(link)")
        let scope = name.map { ".asScoped(to: \"\($0)\")" } ?? ".asScoped()"
        let remedy = "Remedy: give Cast.A the same scope: `\(scope)`; or pass Cast.B to its functions as an argument."
        let text = found.first?.description ?? ""
        #expect(text.hasSuffix(remedy), "\(link): \(text)")
        #expect(link.holds == false || !text.contains("Provider"), "\(link)")
        #expect(text.contains("does not live as long") == (link.holds && holder != .weak), "\(link)")
      }
    }
  }

  @Test(arguments: [ScopeCase.singleton, .disposable, .weak])
  func `a holder that asks for something scoped gives all children one instance`(holder: ScopeCase) throws {
    final class Session: Sendable {}
    final class Search: Sendable {
      let session: Provider<Session>
      init(session: Provider<Session>) { self.session = session }
    }
    try container.register(initializer: Session.init).asScoped()
    let search = try holder.apply(to: container.register(initializer: Search.init))
    let (one, other) = (container.makeChild(), container.makeChild())
    #expect(try one.resolve(Search.self).session.get() === other.resolve(Search.self).session.get())
    let finding = try #require(container.findings(roots: Search.self).first)
    let scope = try container.graph.only(Search.self).scopeName
    #expect(
      finding.description.shortened.components(separatedBy: "\n").first == """
        captive-dependency: Search (\(scope)) asks for Session (scoped) in the container that registered Search, so all \
        child containers share one.
        """)
    container.unregister(Search.self)
    withExtendedLifetime(search) {}
    try container.register(initializer: Search.init).asScoped()
    #expect(container.verdict() == [])
    #expect(try one.resolve(Search.self).session.get() !== other.resolve(Search.self).session.get())
  }

  @Test func `a Provider of something scoped is reported by its product, not by each container's own`() throws {
    try container.wire("B: scoped", "C → B: graph", "D → Provider<C>: transient", "A → Lazy<D>: singleton")
    #expect(container.verdict() == ["captive-dependency: A → D → C → B"])
    try container.wire("A → Lazy<D>: scoped", "E → Provider<D>: perContainer")
    #expect(container.verdict() == [])
  }

  @Test func `each captive of a holder is reported once, with the shortest path to it`() throws {
    try container.wire("A → B, C, D, D: singleton", "B → C: transient", "C: disposable", "D: scoped")
    #expect(container.verdict() == ["captive-dependency: A → C", "captive-dependency: A → D"])
  }

  @Test func `a dependency that is held through a captive is reported for that captive only`() throws {
    try container.wire("A → B: singleton", "B → C: disposable", "C: scoped")
    #expect(container.verdict() == ["captive-dependency: A → B", "captive-dependency: B → C"])
  }

  @Test func `a cycle of lazy transient registrations does not hide a captive behind it`() throws {
    try container.wire("A → B: singleton", "B → Lazy<C>: transient", "C → Lazy<B>, D: transient", "D: disposable")
    #expect(container.verdict() == ["captive-dependency: A → B → C → D"])
  }

  @Test(
    arguments: [
      // A parent's singleton gets the parent's dependency.
      (["B: singleton", "A → B: singleton"], ["B: disposable"], []),
      // A parent's scoped registration gets the child's override.
      (["A → B: scoped", "B: singleton"], ["B: singleton"], []),
      (["A → B: scoped", "B: singleton"], ["B: scoped"], []),
      (["A → B: scoped", "B: singleton"], ["B: shared"], ["captive-dependency: A → B"]),
      // A child's singleton holds the child's override through a parent's transient registration.
      (["B → C: transient", "C: singleton"], ["A → B: singleton"], []),
      (
        ["B → C: transient", "C: singleton"], ["A → B: singleton", "C: disposable"], ["captive-dependency: A → B → C"]
      ),
      // A child's singleton holds its parent's disposable singleton.
      (["B: disposable"], ["A → B: singleton"], ["captive-dependency: A → B"]),
    ] as [([String], [String], [String])])
  func `a child and its parent have a captive only if its holder gets it in the child`(
    registered: [String], overrides: [String], verdict: [String]
  ) throws {
    for text in registered { try container.wire(text) }
    let child = try container.makeChild { child in for text in overrides { try child.wire(text) } }
    #expect([child.verdict(), container.verdict()] == [verdict, []])
  }

  @Test func `an instance is no captive of a singleton, whether the container owns it or not`() throws {
    let outside = Cast.C()
    try container.register(instance: Cast.B())
    try container.register(instance: outside).ownedExternally()
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self).asSingleton()
    #expect(container.verdict() == [])
    withExtendedLifetime(outside) {}
  }

  @Test func `a shorter-lived element of a lazy collection is reported as a captive`() throws {
    try container.contribute((any Cast.Face).self, initializer: Cast.B.init).asSingleton()
    try container.contribute((any Cast.Face).self, initializer: Cast.C.init).asScoped()
    try container.wire(Cast.A.self, Lazy<[any Cast.Face]>.self).asSingleton()
    #expect(container.findings().map(\.rule) == [.captiveDependency])
    #expect(container.findings().first?.edges.first?.to?.hasSuffix("#2") == true)
  }
}
