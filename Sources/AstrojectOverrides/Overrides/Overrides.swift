import Astroject
import Nexus

/// The overrides of a container as the closure of `overriding` makes them.
///
/// It is used within the closure, on one thread at a time. Its functions throw an ``OverrideError`` if an override does
/// not fit the registrations. After the closure has ended, they throw ``OverrideError/tooLate(at:)``.
public final class Overrides {
  /// The container that is being made, with the original registrations and the overrides made so far.
  public let container: Container
  private let original: Container
  /// The steps to run after all overrides are made.
  private var lastSteps: [() throws -> Void] = []
  private(set) var isOver = false

  private var core: Core { container.core }

  init(making container: Container, of original: Container) {
    self.container = container
    self.original = original
    core.fork?.holdUsages()
  }

  /// Ends the overriding and returns the container.
  ///
  /// - Parameter isSolitary: True if `solitary` makes the container, and retains it.
  func finish(allowUnused: Bool? = nil, at site: CallSite, isSolitary: Bool = false) throws -> Container {
    isOver = true
    // The closure may have resolved products before it overrode their dependencies.
    core.forgetWhatWasBuilt()
    for step in lastSteps { try step() }
    Host.current?.didOverride(
      container, sharingWith: original.core.ownsInstances ? original : nil, at: site, allowUnused: allowUnused,
      isSolitary: isSolitary)
    return container
  }

  /// Runs a step after all overrides are made.
  func atTheEnd(_ step: @escaping () throws -> Void) { lastSteps.append(step) }

  /// Returns the result of a closure that registers in a new container.
  private func draft<Result>(at site: CallSite, _ register: (Container) throws -> Result) throws -> Result {
    if isOver { throw OverrideError.tooLate(at: site.location) }
    return try register(Container())
  }

  // MARK: One registration

  /// Replaces the registration that answers to a key by one that a closure makes in a draft.
  func replacing<Product>(
    at site: CallSite, _ register: (Container) throws -> Registration<Product>
  ) throws -> Registration<Product> {
    let draft = try draft(at: site, register).blueprint
    guard let found = core.findOrAdopt(draft.key) else {
      throw OverrideError.nothingToReplace([miss(draft.key, draft.location)])
    }
    return found.owner.registration(of: core.replace(found, with: draft, as: expected(at: site)), as: Product.self)
  }

  /// Adds a registration that a closure makes in a draft, under a new key.
  func adding<Product>(
    at site: CallSite, _ register: (Container) throws -> Registration<Product>
  ) throws -> Registration<Product> {
    let draft = try draft(at: site, register).blueprint
    if core.isThere(draft.key) { throw presence(of: draft) }
    return core.registration(of: core.add(draft, as: expected(at: site)), as: Product.self)
  }

  /// Decorates the registration that answers to a key by a recipe.
  ///
  /// - Parameter isOpaque: True if the recipe may resolve something.
  func wrapping<Product, each Argument>(
    _ type: Product.Type, _ label: Label?, arguments: repeat (each Argument).Type, isOpaque: Bool = false,
    at site: CallSite, _ recipe: Recipe<(repeat each Argument), Product>
  ) throws -> Decoration<Product> {
    let key = Key(Product.self, label: label, arguments: (repeat each Argument).self)
    let wrap: Decoration<Product> = try wrapping(key, at: site) {
      Blueprint(recipe, Placement($1, at: site.location), observer: $0, isDecorator: true)
    }
    return isOpaque ? wrap : wrap.dependsOnNothing()
  }

  /// Decorates the registration that answers to a key by an injection.
  func wrapping<Product>(
    _ label: Label?, at site: CallSite, by injection: Injection<Product>
  ) throws -> Decoration<Product> {
    let key = Key(Product.self, label: label)
    guard let injection = injection.decorating(key) else {
      throw OverrideError.noParameter(for: key, at: site.location)
    }
    return try wrapping(key, at: site) {
      Blueprint(
        injection.recipe, Placement($1, at: site.location), parameterPlan: injection.parameterPlan, observer: $0,
        isDecorator: true)
    }
  }

  /// Adds the outermost decorator of the registration that answers to a key.
  private func wrapping<Product>(
    _ key: Key, at site: CallSite, _ makeDecorator: (Usage, Label?) -> Blueprint
  ) throws -> Decoration<Product> {
    if isOver { throw OverrideError.tooLate(at: site.location) }
    guard let found = core.findOrAdopt(key) else { throw OverrideError.nothingToReplace([miss(key, site.location)]) }
    let decorator = core.wrap(found, by: makeDecorator, key, as: expected(at: site))
    return Decoration(found.owner.registration(of: decorator, as: Product.self))
  }

  /// Replaces or adds a registration that a closure makes in a draft; unlike other overrides, it may stay unused.
  func putting<Product>(
    at site: CallSite, _ register: (Container) throws -> Registration<Product>
  ) throws -> Registration<Product> {
    let draft = try draft(at: site, register).blueprint
    let override = Usage.Override(isExpected: false, at: site)
    if let found = core.findOrAdopt(draft.key) {
      return found.owner.registration(of: core.replace(found, with: draft, as: override), as: Product.self)
    }
    return core.registration(of: core.add(draft, as: override), as: Product.self)
  }

  // MARK: Many

  /// Replaces or adds the registrations that a module, an assembly or a closure makes in a draft.
  func taking(
    _ group: Any.Type?, replacing isReplacing: Bool, at site: CallSite, _ register: (Container) throws -> Void
  ) throws {
    let container = try draft(at: site) { draft in
      try register(draft)
      return draft
    }
    container.core.leaveInstances()
    let all = container.core.ownRegistrations.map(\.blueprint)
    let decorators = container.core.ownDecorators
    if all.isEmpty, decorators.isEmpty { throw OverrideError.nothingRegistered(by: group, at: site.location) }
    let drafts = all.filter { $0.forwardingTarget == nil }.map { draft in
      Draft(blueprint: draft, forwardings: all.filter { $0.forwardingTarget === draft })
    }
    let keyed = drafts.filter { !$0.blueprint.isContribution }
    if isReplacing {
      let misses = keyed.filter { !$0.keys.contains { core.isThere($0) } }
      if !misses.isEmpty {
        throw OverrideError.nothingToReplace(misses.map { miss($0.blueprint.key, $0.blueprint.location) })
      }
    } else if let taken = keyed.flatMap(\.all).first(where: { core.isThere($0.key) }) {
      throw presence(of: taken)
    }
    let idle = decorators.filter { decorator in
      !all.contains { decorator.decorates($0.key) } && core.decorated(by: decorator).isEmpty
    }
    if !idle.isEmpty { throw OverrideError.nothingToReplace(idle.map { miss($0.key, $0.location, isDecorator: true) }) }
    core.take(all, as: expected(at: site))
    for decorator in decorators { core.decorate(by: decorator, as: expected(at: site)) }
  }

  /// A registration of a draft, with its forwardings.
  private struct Draft {
    let blueprint: Blueprint
    let forwardings: [Blueprint]

    var all: [Blueprint] { [blueprint] + forwardings }
    var keys: [Key] { all.map(\.key) }
  }

  // MARK: Errors

  private func expected(at site: CallSite) -> Usage.Override { Usage.Override(isExpected: true, at: site) }

  private func miss(_ key: Key, _ location: CodeLocation, isDecorator: Bool = false) -> OverrideError.Miss {
    OverrideError.Miss(key, at: location, in: core, copiedFrom: original.core, isDecorator: isDecorator)
  }

  private func presence(of draft: Blueprint) -> OverrideError {
    .alreadyRegistered(draft.key, at: draft.location, registered: core.find(draft.key)?.blueprint.knownLocation)
  }
}
