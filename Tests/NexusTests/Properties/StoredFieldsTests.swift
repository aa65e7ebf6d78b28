import Foundation
import NexusFixtures
import Synchronization
import Testing

@testable import Nexus

@Suite("The stored fields of a type are read without an instance")
struct StoredFieldsTests {
  static let layouts: [(type: Any.Type, fields: [(String, Any.Type)])] = [
    // Computed and static properties, and fields that the compiler adds to an actor, are left out.
    (Plain.self, [("number", Int.self), ("text", String.self)]), (Worker.self, [("queue", [Int].self)]),
    // The fields of a superclass come last.
    (Parent.self, [("name", String.self), ("secret", Int.self)]),
    (Child.self, [("toys", [String].self), ("name", String.self), ("secret", Int.self)]),
    // Private and local types.
    (Hidden.self, [("inner", EmptyClass?.self)]), (localType(), [("hidden", Hidden.self)]),
    // Generic types, with their arguments and the associated type of one.
    (Pair<Int, [String]>.self, [("left", Int.self), ("right", [String].self), ("both", (Int, [String])?.self)]),
    (Pair<Int, Bool>.Nested<String>.self, [("left", Int?.self), ("other", String.self)]),
    (Box<Int>.self, [("content", Int.self)]), (BoxOfInts.self, [("count", Int.self), ("content", Int.self)]),
    (BoxOfBoxes<String>.self, [("spare", [String].self), ("content", Box<String>.self)]),
    (Deep<Bool>.self, [("depth", Bool?.self), ("spare", [[Bool]].self), ("content", Box<[Bool]>.self)]),
    (Keyed<[String: Int]>.self, [("source", [String: Int].self), ("first", (key: String, value: Int)?.self)]),
    // A superclass in another module.
    (ToolShed.self, [("key", Int.self), ("tool", String?.self), ("count", Int.self)]),
    (GenericShed<Bool>.self, [("lock", Bool?.self), ("tool", [Bool]?.self), ("count", Int.self)]),
    // Fields of every kind.
    (
      Everything.self,
      [
        ("optional", Int?.self), ("existential", (any Greeter).self), ("composed", (any Greeter & Sendable).self),
        ("any", Any.self), ("object", AnyObject.self), ("metatype", Int.Type.self),
        ("existentialMetatype", Any.Type.self),
        ("tuple", (Int, label: String).self), ("closure", ((Int) -> String).self),
        ("asynchronous", (@Sendable () async throws -> Void).self), ("parent", Parent?.self), ("owner", Parent.self),
        ("unsafe", Parent.self), ("$__lazy_storage_$_late", [Int]?.self), ("_wrapped", Wrapper<String>.self),
        ("unwrapped", Parent?.self), ("date", Date.self), ("constrainedExistential", (any Collection<Int>).self),
      ]
    ),
  ]

  @Test(arguments: layouts)
  func `the stored fields of a type have their declared names and types`(type: Any.Type, fields: [(String, Any.Type)]) {
    let found = StoredFields.of(type)
    #expect(found.map(\.name) == fields.map(\.0))
    for (field, (_, type)) in zip(found, fields) {
      #expect(ObjectIdentifier(field.type) == ObjectIdentifier(type), "\(field.name) is a \(field.type), not a \(type)")
    }
  }

  @Test func `a generic subclass of a Foundation class shows its own stored fields`() {
    let own = StoredFields.of(Decoder<Int>.self).prefix(2)
    #expect(own.map(\.name) == ["known", "first"])
    #expect(own.map { ObjectIdentifier($0.type) } == [ObjectIdentifier([Int].self), ObjectIdentifier(Int?.self)])
  }

  @Test func `the copyable stored fields of a class with a noncopyable field are read`() {
    #expect(StoredFields.of(Counting.self).map(\.name).contains("name"))
  }

  @Test(arguments: emptyTypes)
  func `StoredFields is empty for types without fields, and for types that cannot have any`(_ type: Any.Type) {
    #expect(StoredFields.of(type).isEmpty)
  }

  static let emptyTypes: [Any.Type] = [
    Empty.self, EmptyClass.self, EmptyActor.self,
    Choice.self, Int?.self, Never.self, Void.self, (Int, String).self, (() -> Void).self,
    (@Sendable (Int) async -> Void).self,
    (@convention(c) () -> Void).self, Any.self, AnyObject.self, (any Greeter).self, (any Greeter & Sendable).self,
    (any Parent & Greeter).self, (any Collection<Int>).self, (any Error).self, Int.Type.self, Any.Type.self,
    (any Greeter.Type).self, (any Greeter).Type.self, Parent.Type.self, AnyObject.Type.self, Optional<Parent>.Type.self,
  ]

  @Test(arguments: libraryTypes)
  func `stored fields of standard library and Foundation types are read without a crash`(_ type: Any.Type) {
    for field in StoredFields.of(type) { #expect(!field.name.isEmpty) }
  }

  static let libraryTypes: [Any.Type] = [
    Int.self, Double.self, String.self, Character.self, [Int].self, [String: Int].self, Set<Int>.self, Substring.self,
    UnsafeRawPointer.self, ContiguousArray<Any>.self, AnyHashable.self, Mirror.self, KeyPath<String, Int>.self,
    AnyKeyPath.self, ManagedBuffer<Int, Int>.self, Task<Int, any Error>.self, MainActor.self, SIMD4<Float>.self,
    CheckedContinuation<Int, Never>.self, AsyncStream<Int>.self, Result<Int, any Error>.self, Duration.self,
    Date.self, Data.self, URL.self, UUID.self, Decimal.self, Calendar.self, Locale.self, IndexPath.self, NSObject.self,
    NSString.self, NSNumber.self, NSLock.self, Bundle.self, FileManager.self, Thread.self, Notification.self,
    NSMutableArray.self, DispatchQueue.self, DispatchTime.self, JSONDecoder.self,
    Process.self, AttributedString.self, timespec.self,
  ]

  @Test func `8 tasks read the stored fields of one type at the same time`() async {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask { StoredFields.of(Pair<UInt8, Set<UInt16>>.self).map { "\($0.name): \($0.type)" } }
      }
      for await fields in group { #expect(fields.count == 3) }
    }
  }
}

// MARK: - Types

private struct Plain {
  static let shared = 1
  let number = 1
  var text: String
  var computed: Int { number }
}

private class Parent {
  var name = ""
  private var secret = 0
}

private final class Child: Parent { var toys: [String] = [] }

private actor Worker { var queue: [Int] = [] }

private struct Hidden { private var inner: EmptyClass? }

private func localType() -> Any.Type {
  struct Local { var hidden: Hidden }
  return Local.self
}

private struct Pair<Left, Right> {
  var left: Left
  var right: Right
  var both: (Left, Right)?

  struct Nested<Other> {
    var left: Left?
    var other: Other
  }
}

private class Box<Content> {
  var content: Content

  init(_ content: Content) { self.content = content }
}

private class BoxOfBoxes<Content>: Box<Box<Content>> { var spare: [Content] = [] }

private final class BoxOfInts: Box<Int> { var count = 0 }

private final class Deep<Value>: BoxOfBoxes<[Value]> { var depth: Value? }

private struct Keyed<Source: Collection> {
  var source: Source
  var first: Source.Element?
}

private final class ToolShed: Shed<String> { var key = 0 }

private final class GenericShed<Value>: Shed<[Value]> { var lock: Value? }

private final class Decoder<Value>: JSONDecoder, @unchecked Sendable {
  var known: [Value] = []
  var first: Value?
}

private protocol Greeter {}

@propertyWrapper
private struct Wrapper<Value> { var wrappedValue: Value }

private final class Everything {
  var optional: Int?
  var existential: any Greeter
  var composed: any Greeter & Sendable
  var any: Any
  var object: AnyObject
  var metatype: Int.Type
  var existentialMetatype: Any.Type
  var tuple: (Int, label: String)
  var closure: (Int) -> String
  var asynchronous: @Sendable () async throws -> Void
  weak var parent: Parent?
  unowned var owner: Parent
  unowned(unsafe) var unsafe: Parent
  lazy var late: [Int] = []
  @Wrapper var wrapped: String
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var unwrapped: Parent!
  var date: Date
  var constrainedExistential: any Collection<Int>

  init() { fatalError("nothing makes one") }
}

private final class Counting {
  let count = Atomic(0)
  var name = ""
}

private struct Empty {}
private final class EmptyClass {}
private actor EmptyActor {}

private enum Choice {
  case one(Int)
  case two(String)
}
