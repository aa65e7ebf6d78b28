/// The value of a registration's arguments, as far as it can be compared with another one.
enum ArgumentValue: Hashable {
  /// There are no arguments.
  case void
  case value(AnyValue)
  /// A class instance that is not Hashable; it is held, so that no other object can take its address.
  case object(AnyObject)
  /// The same, which is not held: when it is gone, this equals nothing.
  case weak(WeakObject)
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

  /// The same, which holds no class instance that is compared by identity.
  var weakened: ArgumentValue {
    switch self {
    case .void, .value, .weak: self
    case .object(let object): .weak(WeakObject(object))
    case .list(let values): .list(values.map(\.weakened))
    }
  }

  /// The class instance that is compared by identity, if it is one, and still there.
  private var object: AnyObject? {
    switch self {
    case .void, .value, .list: nil
    case .object(let object): object
    case .weak(let weak): weak.object
    }
  }

  /// Whether it keeps an object alive.
  var holdsObject: Bool {
    switch self {
    case .void, .weak: false
    case .value(let value): type(of: value.base) is AnyObject.Type
    case .object: true
    case .list(let values): values.contains(where: \.holdsObject)
    }
  }

  static func == (left: ArgumentValue, right: ArgumentValue) -> Bool {
    switch (left, right) {
    case (.void, .void): true
    case (.value(let left), .value(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: left.object.map { $0 === right.object } ?? false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .void: break
    case .value(let value): value.base.hash(into: &hasher)
    case .object(let object): hasher.combine(ObjectIdentifier(object))
    case .weak(let weak): hasher.combine(weak.id)
    case .list(let values): hasher.combine(values)
    }
  }
}

/// A class instance that is not held.
final class WeakObject {
  /// What it is known by while it is there; another one's, maybe, after that.
  let id: ObjectIdentifier
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) {
    id = ObjectIdentifier(object)
    self.object = object
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
