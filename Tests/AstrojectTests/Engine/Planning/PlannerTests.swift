import Testing

@testable import Astroject

/// The flags of a registration, and the expected plan.
private struct Case: Sendable, CustomTestStringConvertible {
  let lifetime: Lifetime
  let kind: RecipeKind
  var isLeaf = false
  var hasHooks = false
  var isObserved = false
  var isSpoiled = false
  var namesKeeper = false
  let source: ResolutionPlan.Source
  let making: ResolutionPlan.Making
  var factory: ResolutionPlan.Factory?
  /// The callers for which an instance is built at once without steps.
  ///
  /// `cached` lists those for which it is built and cached without steps. A caller that blocks is a b, and one that
  /// awaits is an a. A capital stands for a caller that begins a tree.
  var constructed = ""
  var cached = ""

  var testDescription: String {
    let words = [
      "\(lifetime)", "\(kind)", isLeaf ? "leaf" : "", hasHooks ? "hooks" : "", isObserved ? "noted" : "",
      isSpoiled ? "spoiled" : "", namesKeeper ? "named" : "",
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  var flags: RegistrationFlags {
    var flags = RegistrationFlags(
      lifetime: lifetime, isOverridable: true, isContribution: false, kind: kind, isObserved: isObserved)
    flags.hasHooks = hasHooks
    flags.isSpoiled = isSpoiled
    return flags
  }

  static let all: [Case] = [
    // Transient products.
    Case(
      lifetime: .transient, kind: .leaf, isLeaf: true, source: .construction, making: .ofNothing, factory: .leaf,
      constructed: "bBaA"),
    Case(
      lifetime: .transient, kind: .resolving, source: .construction, making: .byCalling, factory: .transient,
      constructed: "bBaA"),
    Case(
      lifetime: .transient, kind: .sync, source: .construction, making: .byCalling, factory: .transient,
      constructed: "bBaA"),
    Case(
      lifetime: .transient, kind: .initializer, source: .construction, making: .byFetching, factory: .initializer,
      constructed: "bB"),
    Case(
      lifetime: .transient, kind: .initializer, isLeaf: true, source: .construction, making: .ofNothing,
      factory: .leaf, constructed: "bBaA"),
    Case(lifetime: .transient, kind: .either, source: .construction, making: .byFetching, constructed: "bB"),
    Case(lifetime: .transient, kind: .asyncLeaf, source: .construction, making: .byAwaiting, factory: .awaited),
    Case(lifetime: .transient, kind: .asyncResolving, source: .construction, making: .byAwaiting, factory: .awaited),
    Case(lifetime: .transient, kind: .async, source: .construction, making: .byAwaiting),
    Case(lifetime: .transient, kind: .mainActor, source: .construction, making: .byAwaiting),
    Case(lifetime: .transient, kind: .mainActorAsync, source: .construction, making: .byAwaiting),
    Case(lifetime: .transient, kind: .mainActorEither, source: .construction, making: .byAwaiting),
    Case(lifetime: .transient, kind: .resolving, hasHooks: true, source: .construction, making: .byCalling),
    Case(lifetime: .transient, kind: .leaf, isLeaf: true, hasHooks: true, source: .construction, making: .ofNothing),
    Case(lifetime: .transient, kind: .resolving, isObserved: true, source: .construction, making: .byCalling),
    // Graph-scoped products.
    Case(
      lifetime: .graph, kind: .leaf, isLeaf: true, source: .tree, making: .ofNothing, factory: .graphLeaf,
      constructed: "BA"),
    Case(lifetime: .graph, kind: .resolving, source: .tree, making: .byCalling, factory: .graph),
    Case(lifetime: .graph, kind: .sync, source: .tree, making: .byCalling, factory: .graph),
    Case(lifetime: .graph, kind: .initializer, source: .tree, making: .byFetching, factory: .graphInitializer),
    Case(
      lifetime: .graph, kind: .initializer, isLeaf: true, source: .tree, making: .ofNothing, factory: .graphLeaf,
      constructed: "BA"),
    Case(lifetime: .graph, kind: .asyncResolving, source: .tree, making: .byAwaiting),
    Case(lifetime: .graph, kind: .initializer, hasHooks: true, source: .tree, making: .byFetching),
    Case(lifetime: .graph, kind: .leaf, isLeaf: true, isObserved: true, source: .tree, making: .ofNothing),
    // Products that containers cache.
    Case(lifetime: .singleton, kind: .leaf, isLeaf: true, source: .cache(.owner), making: .ofNothing, cached: "bBaA"),
    Case(lifetime: .singleton, kind: .resolving, source: .cache(.owner), making: .byCalling, cached: "bBaA"),
    Case(lifetime: .singleton, kind: .initializer, source: .cache(.owner), making: .byFetching, cached: "bB"),
    Case(lifetime: .singleton, kind: .async, source: .cache(.owner), making: .byAwaiting),
    Case(lifetime: .singleton, kind: .resolving, hasHooks: true, source: .cache(.owner), making: .byCalling),
    Case(lifetime: .singleton, kind: .resolving, isObserved: true, source: .cache(.owner), making: .byCalling),
    Case(lifetime: .disposable, kind: .resolving, source: .cache(.owner), making: .byCalling, cached: "bBaA"),
    Case(lifetime: .weak, kind: .resolving, source: .cache(.owner), making: .byCalling),
    Case(
      lifetime: .scoped, kind: .resolving, source: .cache(.asker), making: .byCalling, factory: .cached,
      cached: "bBaA"),
    Case(
      lifetime: .scoped, kind: .initializer, namesKeeper: true, source: .cache(.nearest), making: .byFetching,
      factory: .cached, cached: "bB"),
    Case(
      lifetime: .scoped, kind: .async, hasHooks: true, source: .cache(.asker), making: .byAwaiting,
      factory: .cached),
    Case(lifetime: .scoped, kind: .resolving, isObserved: true, source: .cache(.asker), making: .byCalling),
    // Products that custom scopes cache.
    Case(lifetime: .shared, kind: .resolving, source: .custom(.owner), making: .byCalling),
    Case(lifetime: .perContainer, kind: .resolving, source: .custom(.asker), making: .byCalling),
    // Forwardings, and registrations whose scope was changed too late.
    Case(lifetime: .forwarded, kind: .forwarding, source: .forwarding, making: .byCalling),
    Case(lifetime: .forwarded, kind: .forwarding, isObserved: true, source: .forwarding, making: .byCalling),
    Case(lifetime: .transient, kind: .resolving, isSpoiled: true, source: .spoiled, making: .byCalling),
    Case(
      lifetime: .scoped, kind: .leaf, isLeaf: true, isSpoiled: true, namesKeeper: true, source: .spoiled,
      making: .ofNothing),
  ]
}

/// The possible substitutes of a missing registration, and the expected one.
private struct Absence: Sendable, CustomTestStringConvertible {
  var accepts = false
  var isFormKnown: Bool?
  var fallbackKnows = false
  let substitute: Planner.Substitute
  /// The questions that the planner asks, in order.
  let questions: String

  var testDescription: String { "\(accepts) \(isFormKnown.map { "\($0)" } ?? "no form") \(fallbackKnows)" }

  static let all = [
    Absence(substitute: .none, questions: "accepts form fallback"),
    Absence(accepts: true, isFormKnown: true, fallbackKnows: true, substitute: .acceptor, questions: "accepts"),
    Absence(isFormKnown: true, fallbackKnows: true, substitute: .form, questions: "accepts form"),
    Absence(isFormKnown: false, fallbackKnows: true, substitute: .fallback, questions: "accepts form fallback"),
    Absence(isFormKnown: false, substitute: .form, questions: "accepts form fallback"),
    Absence(fallbackKnows: true, substitute: .fallback, questions: "accepts form fallback"),
  ]
}

@Suite("The planner")
struct PlannerTests {
  @Test(arguments: Case.all)
  private func `the planner derives a plan from the flags of the registration`(item: Case) {
    let plan = Planner.plan(item.flags, isLeaf: item.isLeaf, namesKeeper: item.namesKeeper)
    #expect(plan.source == item.source)
    #expect(plan.making == item.making)
    #expect(plan.factory == item.factory)
    #expect(plan.lifetime == item.lifetime)
    #expect(plan.hasHooks == item.hasHooks)
    #expect(plan.takesSteps == item.isObserved)
    #expect(callers { plan.isConstructed(for: $0) } == item.constructed)
    #expect(callers { plan.isCached(for: $0) } == item.cached)
  }

  /// Returns the callers for which a condition holds.
  private func callers(where isSo: (ResolutionPlan.Caller) -> Bool) -> String {
    let callers = [("b", true, false), ("B", true, true), ("a", false, false), ("A", false, true)]
    return callers.filter { isSo(ResolutionPlan.Caller(isSynchronous: $0.1, isRoot: $0.2)) }.map(\.0).joined()
  }

  @Test func `the kind of a published factory determines which callers may use it`() {
    let uses: [(ResolutionPlan.Factory, PlanCache.Use)] = [
      (.leaf, .bothAtOnce), (.transient, .bothAtOnce), (.graph, .bothAtOnce), (.graphLeaf, .bothAtOnce),
      (.initializer, .both), (.graphInitializer, .both), (.cached, .both), (.awaited, .awaiting),
    ]
    for (factory, use) in uses { #expect(factory.use == use, "\(factory)") }
  }

  @Test(arguments: Absence.all)
  private func `the planner asks for substitutes of a missing registration in order until one is found`(item: Absence) {
    var questions: [String] = []
    let substitute = Planner.substitute {
      questions.append("accepts")
      return item.accepts
    } isFormKnown: {
      questions.append("form")
      return item.isFormKnown
    } fallbackKnows: {
      questions.append("fallback")
      return item.fallbackKnows
    }
    #expect(substitute == item.substitute)
    #expect(questions.joined(separator: " ") == item.questions)
  }
}
