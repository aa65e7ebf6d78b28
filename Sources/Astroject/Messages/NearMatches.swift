/// An index of the registrations of a container, its parents and its children, for suggestions if a key is not
/// registered.
///
/// `Core.suggestions` asks it when an error is read, and `AstrojectError+Parts.swift` writes the lines.
package final class NearMatches {
  private typealias Difference = AstrojectError.NearMatch.Difference

  /// A registration, and the child container that has it; nil if this container or a parent has it.
  private typealias Candidate = (blueprint: Blueprint, key: Key, child: Core?)

  /// A type, and its registrations here and in parents, or in children.
  private final class Service {
    let type: Any.Type
    let name: TypeName
    let bareName: Substring
    /// A form of the name that similar types share.
    let form: String
    /// The protocols that the type is composed of.
    let parts: [String]
    var unlabelled: [Int] = []
    var labelled: [Int] = []
    /// The names and keys, made when one is first looked for.
    var names: [LooseName]?

    var count: Int { unlabelled.count + labelled.count }

    init(_ type: Any.Type) {
      self.type = type
      name = TypeName(type)
      bareName = name.bare
      form = TypeNameParser.text(of: type, as: .loose)
      parts = TypeName.parts(ofComposition: type)
    }
  }

  /// A registration that may be meant, with the distance of its name or key from the one that was asked for.
  private typealias Hit = (index: Int, difference: Difference, distance: Int)

  /// The largest number of matches that are shown.
  ///
  /// If there are more, ten are shown.
  private static let most = 12

  private var candidates: [Candidate] = []
  /// The types that are registered here and in parents, in no order: the matches are sorted.
  private var services: [ObjectIdentifier: Service] = [:]
  /// For each type that was asked for, the registered types that resemble it, and their difference from it. Of the
  /// types of children there is only that type.
  private var relatives: [ObjectIdentifier: [(service: Service, difference: Difference?)]] = [:]
  /// The types that are registered in children.
  private var childServices: [ObjectIdentifier: Service] = [:]
  private let core: Core

  package init(_ core: Core) {
    self.core = core
    for level in core.lineage { gather(level.view.all, in: nil, into: &services) }
    for child in core.descendants { child.ifOpen { gather(child.store.all, in: child, into: &childServices) } }
  }

  /// Adds the registrations of a container, in the order in which they were made.
  private func gather(_ entries: [Entry], in child: Core?, into services: inout [ObjectIdentifier: Service]) {
    for blueprint in entries.flatMap(\.blueprints).inSequence {
      let key = blueprint.key
      if key.isOfComposite { continue }
      let service = services[ObjectIdentifier(key.product)] ?? Service(key.product)
      services[ObjectIdentifier(key.product)] = service
      let index = candidates.count
      if key.label == nil { service.unlabelled.append(index) } else { service.labelled.append(index) }
      candidates.append((blueprint, key, child))
    }
  }

  // MARK: Finding

  /// Returns the registrations that look like a key that nothing answers to, the nearest first.
  ///
  /// - Parameter isForOverride: True if the key was to be overridden. It need not answer to anything then.
  package func like(_ key: Key, forOverride isForOverride: Bool = false) -> AstrojectError.Ranking {
    var (found, further, count) = ([Hit](), [Hit](), 0)
    for (service, difference) in relatives(of: key.product) {
      let isOfKin = difference?.isOfKin ?? false
      if !isOfKin { count += service.count }
      for (index, distance) in nearest(to: key.label, of: service) {
        let candidate = candidates[index]
        if let difference, isOfKin {
          guard isForOverride || mayForward(candidate, for: key, difference) else { continue }
          if candidate.key.label == key.label {
            found.append((index, difference, 0))
            count += 1
          } else {
            further.append((index, difference, .max))
          }
        } else if let difference = difference ?? self.difference(of: candidate, from: key) {
          found.append((index, difference, distance))
        } else {
          count -= 1
        }
      }
    }
    // A forwarding has the name of its target. So matches under other names are shown only if there are no others.
    if found.isEmpty { (found, count) = (further, further.count) }
    // By name or key, then by kind of match, then by age.
    let matches = found.ordered { $0.index }.ordered { $0.difference.isOfKin ? 1 : 0 }.ordered { $0.distance }
      .prefix(count > NearMatches.most ? 10 : NearMatches.most).map { match in
        let candidate = candidates[match.index]
        let blueprint = candidate.blueprint
        return AstrojectError.NearMatch(
          key: candidate.key, location: blueprint.location, difference: match.difference,
          isClosed: blueprint.isInstance && blueprint.location.form != .call,
          needsKey: !isForOverride && (match.difference == .label || match.difference.isOfKin)
            && core.isBuilt(candidate.key, after: key))
      }
    return AstrojectError.Ranking(matches: matches, omission: count - matches.count)
  }

  /// Returns the difference of a registration from a key of its type; nil if it has that key, and is in no child.
  private func difference(of candidate: Candidate, from key: Key) -> Difference? {
    if let child = candidate.child { return .child(child.name) }
    if candidate.blueprint.isContribution { return .contribution }
    if candidate.key == key { return nil }
    return candidate.key.label == key.label ? .arguments : .label
  }

  /// Returns the registrations of a type whose labels are nearest to one, with a distance.
  ///
  /// Without a label, unlabelled ones are nearest.
  private func nearest(to label: Label?, of service: Service) -> [(index: Int, distance: Int)] {
    let unlabelled = service.unlabelled.prefix(NearMatches.most)
    guard let label else {
      return unlabelled.map { ($0, 0) } + service.labelled.prefix(NearMatches.most).map { ($0, .max) }
    }
    let names = service.names ?? service.labelled.map { LooseName(candidates[$0].key.label?.description ?? "") }
    service.names = names
    let near = names.nearest(to: LooseName(label.description), atMost: NearMatches.most).map { near in
      let index = service.labelled[near.position]
      return (index: index, distance: candidates[index].key.label == label ? 0 : near.distance + 1)
    }
    return near + unlabelled.map { ($0, .max) }
  }

  /// Returns true if a registration could answer to a key by a forwarding.
  private func mayForward(_ candidate: Candidate, for key: Key, _ difference: Difference) -> Bool {
    guard !candidate.blueprint.isContribution,
      candidate.key.arguments == key.arguments || !candidate.key.takesArguments
    else { return false }
    // A forwarding gives the product of another registration, which has a type of its own.
    guard let target = candidate.blueprint.forwardingTarget?.product else { return true }
    return difference == .service && TypeKind.isImplementation(key.product, of: target)
  }

  // MARK: Types

  /// Returns the registered types that resemble one, with their differences; that type has none, here and in children.
  private func relatives(of product: Any.Type) -> [(service: Service, difference: Difference?)] {
    if let known = relatives[ObjectIdentifier(product)] { return known }
    let asked = Service(product)
    let optional = _openExistential(product, do: optionalType)
    var new = services.values.compactMap { service -> (service: Service, difference: Difference?)? in
      if service.type == product { return (service, nil) }
      let difference = service.type == optional ? .optional : difference(of: service, from: asked)
      return difference.map { (service, $0) }
    }
    if let service = childServices[ObjectIdentifier(product)] { new.append((service, nil)) }
    relatives[ObjectIdentifier(product)] = new
    return new
  }

  private func difference(of service: Service, from asked: Service) -> Difference? {
    let (name, other) = (asked.name, service.name)
    // Similar compositions have one protocol instead of another one.
    let (count, shared) = (asked.parts.count, service.parts.count { asked.parts.contains($0) })
    if asked.bareName == service.bareName || asked.form == service.form
      || count > 1 && count == service.parts.count && shared == count - 1
    {
      if name.isExistential(of: other) || other.isExistential(of: name) { return .existential }
      if name.last != other.last { return .form }
      return TypeName.isCopy(service.type, of: asked.type) ? .copy : .module
    }
    // The protocols that a plain value conforms to say nothing about its purpose.
    if TypeKind.isPlainValue(asked.type) { return nil }
    if TypeName.isSubtype(service.type, of: asked.type) { return .implementation }
    return TypeName.isSubtype(asked.type, of: service.type) ? .service : nil
  }
}

extension AstrojectError.NearMatch.Difference {
  /// True if one of the types is a subtype of the other.
  fileprivate var isOfKin: Bool { self == .implementation || self == .service }
}

func optionalType<Wrapped>(of type: Wrapped.Type) -> Any.Type { Wrapped?.self }
