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
    switch holder {
    case .singleton, .disposable: return true
    // Then the weak instance in between is at fault.
    case .weak: return !link.isByWeak
    case .unsaid, .graph, .transient, .scoped, .named, .shared, .perContainer: return false
    }
  }

  static let pairs = ScopeCase.allCases.flatMap { holder in ScopeCase.allCases.map { (holder, $0) } }

  /// A link from A, the holder, to B.
  struct Link: Sendable, CustomStringConvertible {
    let description: String
    /// False for a dependency that is resolved each time.
    var holds = true
    let holder: @Sendable (Container) throws -> Registration<Cast.A>

    var isByWeak: Bool { description == "a weak one" }

    /// A direct dependency in each form, and dependencies through others.
    static let all =
      Form.allCases.filter(\.leadsToPlain).map { form in
        Link(description: "\(form)", holds: !form.isProvider) { try form.register(in: $0) }
      } + [
        Link(description: "an unsaid one") {
          try $0.wire(Cast.C.self, Cast.B.self)
          return try $0.wire(Cast.A.self, Cast.C.self)
        },
        Link(description: "a weak one") {
          try $0.wire(Cast.C.self, Cast.B.self).asWeak()
          return try $0.wire(Cast.A.self, Cast.C.self)
        },
        Link(description: "many transients") {
          try $0.wire(Cast.C.self, Cast.D.self).asTransient()
          try $0.wire(Cast.D.self, Cast.E.self).asTransient()
          try $0.wire(Cast.E.self, Cast.B.self).asTransient()
          return try $0.wire(Cast.A.self, Cast.C.self)
        },
        Link(description: "a forwarded transient") {
          try $0.wire(Cast.C.self, (any Cast.Face).self).asTransient().implements((any Cast.Mask).self) { _ in Cast.A()
          }
          return try $0.wire(Cast.A.self, (any Cast.Mask).self)
        },
        Link(description: "a lazy transient") {
          try $0.wire(Cast.C.self, Lazy<Cast.B>.self).asTransient()
          return try $0.wire(Cast.A.self, Lazy<Cast.C>.self)
        },
        Link(description: "a provider of a transient", holds: false) {
          try $0.wire(Cast.C.self, Cast.B.self).asTransient()
          return try $0.wire(Cast.A.self, Provider<Cast.C>.self)
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
      #expect(finding.nodes.first?.key == "Cast.A")
      #expect(finding.nodes.last?.key == "Cast.B")
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
    try container.wire(Cast.B.self).asScoped()
    try container.wire(Cast.C.self, Cast.B.self).asGraph()
    try container.wire(Cast.D.self, Provider<Cast.C>.self).asTransient()
    try container.wire(Cast.A.self, Lazy<Cast.D>.self).asSingleton()
    #expect(container.verdict() == ["captive-dependency: A → D → C → B"])
    try container.wire(Cast.A.self, Lazy<Cast.D>.self).asScoped()
    try container.wire(Cast.E.self, Provider<Cast.D>.self).as { Keeping() }
    #expect(container.verdict() == [])
  }

  @Test func `each captive of a holder is reported once, with the shortest path to it`() throws {
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self, Cast.D.self, Cast.D.self).asSingleton()
    try container.wire(Cast.B.self, Cast.C.self).asTransient()
    try container.wire(Cast.C.self).asDisposableSingleton()
    try container.wire(Cast.D.self).asScoped()
    #expect(container.verdict() == ["captive-dependency: A → C", "captive-dependency: A → D"])
  }

  @Test func `a dependency that is held through a captive is reported for that captive only`() throws {
    try container.wire(Cast.A.self, Cast.B.self).asSingleton()
    try container.wire(Cast.B.self, Cast.C.self).asDisposableSingleton()
    try container.wire(Cast.C.self).asScoped()
    #expect(container.verdict() == ["captive-dependency: A → B", "captive-dependency: B → C"])
  }

  @Test func `a cycle of lazy transient registrations does not hide a captive behind it`() throws {
    try container.wire(Cast.A.self, Cast.B.self).asSingleton()
    try container.wire(Cast.B.self, Lazy<Cast.C>.self).asTransient()
    try container.wire(Cast.C.self, Lazy<Cast.B>.self, Cast.D.self).asTransient()
    try container.wire(Cast.D.self).asDisposableSingleton()
    #expect(container.verdict() == ["captive-dependency: A → B → C → D"])
  }

  @Test func `a parent's singleton gets the parent's dependency, so a child's override is no captive`() throws {
    let parent = Container()
    try parent.wire(Cast.B.self).asSingleton()
    try parent.wire(Cast.A.self, Cast.B.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.B.self).asDisposableSingleton()
    #expect(child.verdict() == [])
  }

  @Test func `a child's shorter-lived override is a captive of the parent's scoped registration`() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asScoped()
    try parent.wire(Cast.B.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.B.self).asSingleton()
    #expect(child.verdict() == [])
    try child.wire(Cast.B.self).asScoped()
    #expect(child.verdict() == [])
    try child.wire(Cast.B.self).as(Keeping())
    #expect(child.verdict() == ["captive-dependency: A → B"])
    #expect(parent.verdict() == [])
  }

  @Test func `a child's singleton holds the child's override through a parent's transient registration`() throws {
    let parent = Container()
    try parent.wire(Cast.B.self, Cast.C.self).asTransient()
    try parent.wire(Cast.C.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.A.self, Cast.B.self).asSingleton()
    #expect(child.verdict() == [])
    try child.wire(Cast.C.self).asDisposableSingleton()
    #expect(child.verdict() == ["captive-dependency: A → B → C"])
  }

  @Test func `a child's singleton that holds its parent's disposable singleton is reported`() throws {
    let parent = Container()
    try parent.wire(Cast.B.self).asDisposableSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.A.self, Cast.B.self).asSingleton()
    #expect(child.verdict() == ["captive-dependency: A → B"])
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
