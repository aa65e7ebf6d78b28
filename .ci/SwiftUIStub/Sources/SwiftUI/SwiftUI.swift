import Observation

// MARK: - Properties

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

@frozen
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let value: Value
  public init(wrappedValue value: Value) { self.value = value }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { .constant(value) }
}

extension State: Sendable where Value: Sendable {}

@frozen
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  // The property's actor calls a function whose isolation has been dropped.
  @preconcurrency
  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = unsafeBitCast(get, to: (() -> Value).self)
    self.set = unsafeBitCast(set, to: ((Value) -> Void).self)
  }

  private init(reading get: @escaping () -> Value, writing set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public static func constant(_ value: Value) -> Binding<Value> { Binding(reading: { value }, writing: { _ in }) }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(reading: { wrappedValue[keyPath: keyPath] }, writing: { wrappedValue[keyPath: keyPath] = $0 })
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

@MainActor
@frozen
@propertyWrapper
@preconcurrency
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  nonisolated(unsafe) private let object: Made<ObjectType>
  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { object = Made(thunk) }
  public var wrappedValue: ObjectType { object.value }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject(wrappedValue: wrappedValue).projectedValue
  }
}

// An object that is made when it is first read, as a view makes its state.
@usableFromInline
final class Made<Object> {
  private let make: () -> Object
  private(set) lazy var value = make()
  init(_ make: @escaping () -> Object) { self.make = make }
}

@MainActor
@frozen
@propertyWrapper
@preconcurrency
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public var wrappedValue: ObjectType
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  @MainActor
  @dynamicMemberLookup
  @frozen
  @preconcurrency
  public struct Wrapper {
    let object: ObjectType
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      Binding.constant(object)[dynamicMember: keyPath]
    }
  }
}

@frozen
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
  public init(wrappedValue: Value) { fatalError("it is unavailable") }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding.constant(wrappedValue)[dynamicMember: keyPath]
  }
}

extension Bindable where Value: Observable & AnyObject {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: - The environment

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { K.defaultValue }
    set {}
  }
}

@frozen
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

// MARK: - Views

@MainActor
@preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("it has none") }
}

@MainActor
@preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = EmptyView
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

@frozen
public struct EmptyView: View {
  nonisolated public init() {}
  public var body: Never { fatalError("it has none") }
}

@frozen
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
}

@frozen
public struct TupleView<T>: View {
  nonisolated public init(_ value: T) {}
  public var body: Never { fatalError("it has none") }
}

@frozen
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  nonisolated init() {}
  public var body: Never { fatalError("it has none") }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("it has none") }
}

@frozen
public struct Text: View {
  nonisolated public init(_ content: some StringProtocol) {}
  nonisolated public init(verbatim content: String) {}
  public var body: Never { fatalError("it has none") }
}

public struct Button<Label: View>: View {
  public var body: Never { fatalError("it has none") }
}

extension Button where Label == Text {
  nonisolated public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct TextField<Label: View>: View {
  public var body: Never { fatalError("it has none") }
}

extension TextField where Label == Text {
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>) {}
}

@frozen
public struct VStack<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("it has none") }
}

public struct ScrollView<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("it has none") }
}

public struct Rows<Row: View>: View {
  public var body: Never { fatalError("it has none") }
}

public struct List<Content: View>: View {
  nonisolated public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == Rows<Row>, Data.Element: Identifiable {}
  public var body: Never { fatalError("it has none") }
}

extension View {
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    EmptyView()
  }
  nonisolated public func modifier(_ modifier: some ViewModifier) -> some View { EmptyView() }
  nonisolated public func padding() -> some View { EmptyView() }
  nonisolated public func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View { EmptyView() }
}

// MARK: - Scenes

@MainActor
@preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("it has none") }
}

extension Scene {
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
    NoScene()
  }
}

struct NoScene: Scene {
  nonisolated init() {}
  var body: Never { fatalError("it has none") }
}

@MainActor
@preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor public static func main() {}
}

// MARK: - Previews

@MainActor
@preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

// `#Preview(…) { … }` makes such a value.
@MainActor
public struct Preview {
  public struct ViewTraits {}

  public init(
    _ name: String? = nil, traits: PreviewTrait<ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
  ) {}
}

public struct PreviewTrait<T> {
  init() {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor
  @preconcurrency
  public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<Preview.ViewTraits> { PreviewTrait() }
}

@MainActor
@preconcurrency
public protocol PreviewModifier {
  associatedtype Body: View
  associatedtype Context = Void
  typealias Content = PreviewModifierContent
  @MainActor @preconcurrency static func makeSharedContext() async throws -> Context
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
  @MainActor @preconcurrency public static func makeSharedContext() async throws {}
}

public struct PreviewModifierContent: View {
  public var body: Never { fatalError("it has none") }
}
