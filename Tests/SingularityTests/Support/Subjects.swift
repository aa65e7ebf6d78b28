import Foundation
import Singularity
import TestSupport

// The types that the files of these tests name.

protocol Storage: Sendable { var settings: [String] { get } }
protocol Journal: Sendable {}
protocol Ledger: Sendable {}

final class FileStorage: Storage {
  let settings: [String]

  init(journal: any Journal, name: String?, limit: Int) { settings = [name ?? "none", "\(limit)"] }
}

extension FileStorage: AutoInjectable {
  static var injection: Injection<any Storage> { Injection<any Storage>(FileStorage.init(journal:name:limit:)) }
}

final class ConsoleJournal: Journal {}

extension ConsoleJournal: AutoInjectable {
  static var injection: Injection<any Journal> { Injection<any Journal>(ConsoleJournal.init) }
  static func configure(_ registration: Registration<any Journal>) { registration.asSingleton().eager() }
}

/// Implements more than the type that it is registered as.
final class FileJournal: Journal, Ledger {}

extension FileJournal: Injectable {}

struct Limits: Equatable { let books: Int, days: Int }

extension Limits: ResourceValue, Hashable {}

/// A type with fields of many types, some of which have no form in a file format.
struct Everything: Equatable {
  let date: Date
  let data: Data
  let url: URL
  let timeout: Duration
  let price: Decimal
  let levels: [Level]
  let small: UInt8?
}

enum Level: String, Codable, CaseIterable, Sendable { case low, high }

extension Everything: ResourceValue {}
extension Level: ResourceValue {}

struct Audit { init(_ ledger: any Ledger) {} }

extension Audit: InjectableWithParameter {}

protocol Rare: Sendable {}

extension FileJournal: Rare {}

/// Takes a number for each kind of key.
struct Shelf {
  let numbers: [Int]
  init(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int) {
    numbers = [first, second, third, fourth, fifth]
  }
}

extension Shelf: InjectableWithFiveParameters {}

/// Has its own rules for its parameters.
struct Ruled {
  let numbers: [Int]
  init(_ first: Int, _ second: Int, _ third: Int) { numbers = [first, second, third] }
}

extension Ruled: AutoInjectable {
  static var injection: Injection<Ruled> { Injection(Ruled.init, with: .value(7), .value(8), .value(0)) }
}

struct Cabinet {
  let levels: [Level]
  let times: [String: Duration]
  let limit: Int?
  let limits: Limits
  let wait: Duration
}

extension Cabinet: AutoInjectable {
  static var injection: Injection<Cabinet> { Injection(Cabinet.init(levels:times:limit:limits:wait:)) }
}

/// Counts its builds.
final class Counted: Sendable {
  static let count = Counter()
  init() { Counted.count.increment() }
}

extension Counted: Injectable {}

struct Crate<Content> { init() {} }

extension Crate: Injectable {}

/// Has the same name as a type of another module.
struct Larder { init() {} }

extension Larder: Injectable {}

/// Conforms to no protocol.
struct Bare {}

enum First { struct Twin {} }

enum Second { struct Twin {} }

extension First.Twin: Injectable {}
extension Second.Twin: Injectable {}

final class QuietJournal: Journal {}

extension QuietJournal: AutoInjectable {
  static var injection: Injection<any Journal> { Injection<any Journal>(QuietJournal.init) }
}

private struct Namesake { init() {} }

extension Namesake: Injectable {}

/// Throws when it is decoded.
struct Picky { init(from decoder: any Decoder) throws { throw Objection() } }

extension Picky: ResourceValue {}

struct Carton<Content: Decodable & Sendable>: Decodable { let content: Content }

extension Carton: ResourceValue {}

/// Decodes an array by hand.
struct Unkeyed {
  let seen: [String]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var seen = ["\(try container.decode(Int.self))", try container.decode(String.self)]
    seen.append(try container.decodeNil() ? "nil" : "something")
    var inner = try container.nestedUnkeyedContainer()
    seen.append("\(try inner.decode(Duration.self))")
    let fields = try container.nestedContainer(keyedBy: Field.self)
    seen += fields.allKeys.map(\.rawValue)
    self.seen = container.isAtEnd && inner.isAtEnd ? seen : []
  }

  private enum Field: String, CodingKey { case a }
}

extension Unkeyed: ResourceValue {}

protocol LeftSide: Sendable {}
protocol RightSide: Sendable {}

final class Left: LeftSide, RightSide {}
final class Right: LeftSide, RightSide {}

extension Left: AutoInjectable {
  static var injection: Injection<any LeftSide> { Injection<any LeftSide>(Left.init) }
}

extension Right: AutoInjectable {
  static var injection: Injection<any RightSide> { Injection<any RightSide>(Right.init) }
}

protocol Holder<Content>: AnyObject, Sendable { associatedtype Content }

final class IntHolder: Holder { typealias Content = Int }

extension IntHolder: Injectable {}

struct Asker { init(_ resolver: Resolver) {} }

extension Asker: InjectableWithParameter {}

/// With a counter, its first injection has one parameter, and each later one has two.
struct Fickle {
  @TaskLocal static var count: Counter?
  let numbers: [Int]
}

extension Fickle: AutoInjectable {
  static var injection: Injection<Fickle> {
    count?.increment() ?? 1 == 1
      ? Injection { (first: Int) in Fickle(numbers: [first]) }
      : Injection { (first: Int, second: Int) in Fickle(numbers: [first, second]) }
  }
}

enum Calendar {
  /// Has the same name as a standard type.
  struct Float { let month: Int }
}

extension Calendar.Float: ResourceValue {}

struct Tuning {
  let depth: Int?
  let cache: Int
}

extension Tuning: ResourceValue {}

class Parcel: Decodable, @unchecked Sendable { let weight: Int }

/// Its superclass reads a field of its own.
final class Letter: Parcel, @unchecked Sendable {
  private enum Field: CodingKey { case stamp }
  let stamp: Int

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Field.self)
    stamp = try container.decode(Int.self, forKey: .stamp)
    try super.init(from: container.superDecoder())
  }
}

extension Letter: ResourceValue {}

/// Numbers larger than those of the built-in types.
struct Wide: Equatable {
  let signed: Int128
  let unsigned: UInt128
  let more: [Int128]
}

extension Wide: ResourceValue {}

/// Decodes one object with two kinds of keys.
struct Layers: ResourceValue {
  private enum Outer: String, CodingKey { case outer }
  private enum Inner: String, CodingKey { case inner }

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: Outer.self).decode(Int.self, forKey: .outer)
    _ = try decoder.container(keyedBy: Inner.self).decode(Int.self, forKey: .inner)
  }
}
