/// The value of a registration's arguments, as far as it can be compared with another one.
enum ArgumentValue: Hashable {
  /// There are no arguments.
  case void
  case value(AnyValue)
  /// A class instance that is not Hashable; it is held, so that no other object can take its address.
  case object(AnyObject)
  case list([ArgumentValue])

  /// Compares Hashable values by their value and class instances by identity; nil for anything else.
  static func of<Argument>(_ argument: Argument) -> ArgumentValue? {
    if Argument.self == Void.self { return ArgumentValue.void }
    if let hashable = argument as? any Hashable { return .value(AnyValue(base: hashable)) }
    if let optional = argument as? any OptionalValue { return optional.value }
    return type(of: argument as Any) is AnyObject.Type ? .object(argument as AnyObject) : nil
  }

  /// Compares what a parameter gets: where it takes an optional, this and what is in it are the same.
  static func of(_ argument: Any, for parameter: Any.Type) -> ArgumentValue? {
    guard type(of: argument) == parameter, let optional = argument as? any OptionalValue else { return of(argument) }
    return optional.value
  }

  /// Compares several arguments one by one; nil where one of them cannot be compared.
  static func of<each Argument>(_ arguments: repeat each Argument) -> ArgumentValue? {
    var values: [ArgumentValue] = []
    for argument in repeat each arguments {
      guard let value = of(argument) else { return nil }
      values.append(value)
    }
    return values.isEmpty ? ArgumentValue.void : values.count == 1 ? values[0] : .list(values)
  }

  /// Whether it keeps an object alive.
  var holdsObject: Bool {
    switch self {
    case .void: false
    case .value(let value): type(of: value.base) is AnyObject.Type
    case .object: true
    case .list(let values): values.contains(where: \.holdsObject)
    }
  }

  static func == (left: ArgumentValue, right: ArgumentValue) -> Bool {
    switch (left, right) {
    case (.void, .void): true
    case (.value(let left), .value(let right)): left == right
    case (.object(let left), .object(let right)): left === right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .void: break
    case .value(let value): value.base.hash(into: &hasher)
    case .object(let object): hasher.combine(ObjectIdentifier(object))
    case .list(let values): hasher.combine(values)
    }
  }
}

/// A hashable value, equal to another only if their types are the same.
struct AnyValue: Hashable {
  let base: any Hashable

  static func == (left: AnyValue, right: AnyValue) -> Bool { isEqual(left.base, right.base) }
  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

/// An optional, compared by what is in it.
private protocol OptionalValue {
  var value: ArgumentValue? { get }
}

extension Optional: OptionalValue {
  fileprivate var value: ArgumentValue? { map { ArgumentValue.of($0) } ?? .list([]) }
}
