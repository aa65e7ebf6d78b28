import Nexus

/// Requires a product to be of each type that it is forwarded to, as far as its own type can tell: that of an instance,
/// or else the one that it is registered as.
enum MismatchedForwarding: Rule {
  static let code = GraphRule.mismatchedForwarding

  static func faults(in analysis: Analysis) -> [Fault] { analysis.forwardings(code, of: .none) }
}

/// Notes a class that is forwarded to a protocol which it does not conform to.
///
/// The conformance may be forgotten. But the registered recipe, or a decorator, may make an instance of a subclass that
/// conforms.
enum DoubtfulForwarding: Rule {
  static let code = GraphRule.doubtfulForwarding

  static func faults(in analysis: Analysis) -> [Fault] { analysis.forwardings(code, of: .bySubclass) }
}

/// The instances of a type that a cast to another type gives.
private enum Fit {
  /// Some or all of them, or that is not known.
  case possible
  /// Those of a subclass alone.
  case bySubclass
  case none

  /// Finds those that a cast to a protocol or a class gives, wherever it runs.
  ///
  /// A cast unwraps an optional. A structure or an enumeration may be bridged to a class that fits. So every answer is
  /// possible for one of the system, and for a protocol that only classes can conform to.
  ///
  /// - Parameter isExact: True if no instance is of a subclass.
  init(of type: Any.Type, exactly isExact: Bool, as service: Any.Type) {
    self = .possible
    guard TypeKind.descriptor(of: type) != nil, TypeKind(type) != .optional, !TypeKind.isPlainValue(type),
      type is AnyClass || !TypeKind.isReference(service)
    else { return }
    if let conforms = TypeKind.conformance(to: service) {
      if conforms(type) || IsolatedConformance(of: type, hiddenFromCastTo: service) != nil { return }
      self = type is AnyClass && !isExact ? .bySubclass : .none
    } else if type is AnyClass, service is AnyClass, TypeKind.descriptor(of: service) != nil,
      !TypeKind.inherits(type, from: service), isExact || !TypeKind.inherits(service, from: type)
    {
      self = .none
    }
  }
}

extension Analysis {
  /// Returns a fault at the target of each forwarding that casts, and gives these instances.
  fileprivate func forwardings(_ rule: GraphRule, of fit: Fit) -> [Fault] {
    survey.links.indices.compactMap { index in
      let link = survey.links[index]
      guard link.dependency.kind == .forwarded, let end = link.end else { return nil }
      let (blueprint, target) = (survey.registered(at: link.point).blueprint, survey.registered(at: end).blueprint)
      // An instance has no allowance, which would silence a hint.
      guard blueprint.forwarding?.isCast ?? false, fit == .none || !target.isInstance,
        case let instance = survey.typeOfInstance(at: end),
        Fit(of: instance ?? target.product, exactly: instance != nil, as: blueprint.product) == fit
      else { return nil }
      return Fault(rule, at: end, [index], need: blueprint.key)
    }
  }
}

extension Survey {
  /// Returns the type of the instance that was registered, which may be of a subclass.
  ///
  /// It is nil if a decorator replaces the instance, if there is none, or if it is the box of a structure that was cast
  /// to `AnyObject`, which a cast opens.
  func typeOfInstance(at point: Int) -> Any.Type? {
    if isDecorated(point) { return nil }
    guard let instance = registered(at: point).blueprint.makeStorageOfInstance()?.products.first else { return nil }
    let type = Swift.type(of: instance)
    return TypeName(type).description == "__SwiftValue" ? nil : type
  }
}
