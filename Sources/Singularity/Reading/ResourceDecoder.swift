import Foundation

/// A decoder that reads some types alike in JSON and in property lists, at any depth of a value.
///
/// The types are dates, data, URLs, durations and decimal numbers. A decoder of Foundation reads all other types and
/// reports their errors.
struct ResourceDecoder: Decoder {
  let base: any Decoder
  /// True in a property list, whose format has dates and data.
  let isPropertyList: Bool
  let fields: UnknownValueFields

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    fields.note(type, of: base)
    return KeyedDecodingContainer(
      Keyed(base: try base.container(keyedBy: type), isPropertyList: isPropertyList, fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(base: try base.unkeyedContainer(), isPropertyList: isPropertyList, fields: fields)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(base: try base.singleValueContainer(), decoder: self)
  }

  /// Reads a value of a type.
  ///
  /// - Throws: A `DecodingError` with the path of the wrong value, or an error of the type's `init(from:)`.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(Date.self): try form(date(), type)
    case ObjectIdentifier(Data.self): try form(data(), type)
    case ObjectIdentifier(URL.self): try form(url(), type)
    case ObjectIdentifier(Duration.self): try form(duration(), type)
    case ObjectIdentifier(Decimal.self): try form(decimal(), type)
    default: try type is any NumberKeyed.Type ? numbered(type) : type.init(from: self)
    }
  }

  /// Reads a dictionary whose keys are numbers.
  private func numbered<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var numbers: Set<Int> = []
    for key in try container(keyedBy: FieldName.self).allKeys {
      // Names such as `1` and `01` are one number, and the dictionary would keep either value.
      guard let number = Int(key.stringValue), !numbers.insert(number).inserted else { continue }
      throw DecodingError.unreadable("another field is the same number", at: codingPath + [key])
    }
    return try type.init(from: self)
  }

  private func form<Value, Form>(_ value: Value, _ type: Form.Type) throws -> Form {
    guard let value = value as? Form else { throw corrupted("this is not of type \(type)") }
    return value
  }

  fileprivate func corrupted(_ reason: String) -> DecodingError { .unreadable(reason, at: codingPath) }
}

/// A dictionary whose keys are numbers, each the name of a field.
private protocol NumberKeyed {}

extension Dictionary: NumberKeyed where Key == Int {}

// MARK: - Forms

extension ResourceDecoder {
  private var single: any SingleValueDecodingContainer { get throws { try base.singleValueContainer() } }

  private func date() throws -> Date {
    if isPropertyList, let date = try? single.decode(Date.self) {
      guard date.timeIntervalSinceReferenceDate.isFinite else { throw corrupted("this is not a date") }
      return date
    }
    let text = try single.decode(String.self)
    let style = Date.ISO8601FormatStyle()
    let date =
      text.utf8.count == 10
      ? try? Date(text, strategy: style.year().month().day())
      : (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        ?? (try? Date(text, strategy: style))
    // Foundation ignores text after a date, and accepts the 30th of February.
    guard let date, text.isDate else { throw corrupted("this is not an ISO 8601 date, such as 2026-11-25T12:00:00Z") }
    return date
  }

  private func data() throws -> Data {
    if isPropertyList, let data = try? single.decode(Data.self) { return data }
    let text = try single.decode(String.self)
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      throw corrupted("this is not Base64")
    }
    return data
  }

  private func url() throws -> URL {
    guard let url = URL(string: try single.decode(String.self)) else { throw corrupted("this is not a URL") }
    return url
  }

  private func duration() throws -> Duration {
    let single = try single
    if let seconds = try? single.decode(Int64.self) { return .seconds(seconds) }
    let seconds = try guarding(codingPath) { try single.decode(Double.self) }
    // A larger duration overflows.
    guard seconds.magnitude < 9e18 else { throw corrupted("a duration has fewer seconds") }
    return .seconds(seconds)
  }

  private func decimal() throws -> Decimal {
    if !isPropertyList { return try guarding(codingPath) { try single.decode(Decimal.self) } }
    // A property list has no decimal numbers, so the shortest text of a Double is read.
    if let integer = try? single.decode(Int64.self) { return Decimal(integer) }
    if let integer = try? single.decode(UInt64.self) { return Decimal(integer) }
    let text = try (try? single.decode(String.self)) ?? String(single.decode(Double.self))
    // Of a hexadecimal number, `Decimal` would read only the zero.
    guard Double(text)?.isFinite ?? false, !text.lowercased().contains("x"),
      let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { throw corrupted("this is not a decimal number") }
    return decimal
  }
}

extension String {
  /// True for an ISO 8601 date that exists in the calendar, alone or with a time and a zone.
  var isDate: Bool {
    let shape = String(decoding: utf8.map { (48...57).contains($0) ? 48 : $0 }, as: UTF8.self)
    var zone = shape.dropFirst(19)
    if zone.hasPrefix(".0") { zone = zone.dropFirst().drop { $0 == "0" } }
    let isTimed =
      shape.hasPrefix("0000-00-00T00:00:00") && ["Z", "+0000", "-0000", "+00:00", "-00:00"].contains(zone)
    guard isTimed || shape == "0000-00-00" else { return false }
    /// Returns the number at an offset, which is zero for a time that is not there.
    func number(_ start: Int, _ count: Int = 2) -> Int {
      utf8.dropFirst(start).prefix(count).reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    let (year, month, day) = (number(0, 4), number(5), number(8))
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...days[month - 1]).contains(day) else { return false }
    return number(11) < 24 && number(14) < 60 && number(17) < 60
  }
}

extension DecodingError {
  fileprivate static func unreadable(_ reason: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: reason))
  }
}

/// Turns an error without a path into one with a path, such as that of a number that does not fit its type.
private func guarding<Value>(_ path: @autoclosure () -> [any CodingKey], _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as DecodingError { throw error } catch {
    throw DecodingError.unreadable("the number does not fit", at: path())
  }
}

// MARK: - Containers

// The functions are written out three times, because each container protocol has one for each primitive type.

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let isPropertyList: Bool
  let fields: UnknownValueFields

  var codingPath: [any CodingKey] { base.codingPath }
  /// The keys in an order that is the same at each run, so that the first mistake is, too.
  var allKeys: [Key] { base.allKeys.sorted { $0.stringValue < $1.stringValue } }
  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try base.decode(type, forKey: key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try base.decode(type, forKey: key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try number(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try number(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try number(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try number(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try number(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try number(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try number(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try number(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try number(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try number(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try number(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try number(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try number(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try number(type, key) }

  private func number<Number: Decodable>(_ type: Number.Type, _ key: Key) throws -> Number {
    try guarding(codingPath + [key]) { try base.decode(type, forKey: key) }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(forKey: key, type).decode(type)
  }

  /// Returns the decoder of a field, or throws because Foundation would return a decoder of null for a missing field.
  private func decoder(forKey key: Key, _ type: Any.Type) throws -> ResourceDecoder {
    guard base.contains(key) else {
      throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
    }
    return ResourceDecoder(base: try base.superDecoder(forKey: key), isPropertyList: isPropertyList, fields: fields)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(forKey: key, type).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(forKey: key, [Any].self).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    fields.noteSuper(at: codingPath)
    return ResourceDecoder(base: try base.superDecoder(), isPropertyList: isPropertyList, fields: fields)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ResourceDecoder(base: try base.superDecoder(forKey: key), isPropertyList: isPropertyList, fields: fields)
  }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  let isPropertyList: Bool
  let fields: UnknownValueFields

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }
  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try base.decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try number(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try number(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try number(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try number(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try number(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try number(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try number(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try number(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try number(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try number(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try number(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try number(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try number(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try number(type) }

  private mutating func number<Number: Decodable>(_ type: Number.Type) throws -> Number {
    let path = codingPath + [FieldName(index: currentIndex)]
    return try guarding(path) { try base.decode(type) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type).decode(type) }

  private mutating func next(_ type: Any.Type) throws -> ResourceDecoder {
    if base.isAtEnd {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: codingPath, debugDescription: "there are not enough elements"))
    }
    return ResourceDecoder(base: try base.superDecoder(), isPropertyList: isPropertyList, fields: fields)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(type).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) }
}

private struct Single: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let decoder: ResourceDecoder

  var codingPath: [any CodingKey] { base.codingPath }
  func decodeNil() -> Bool { base.decodeNil() }

  func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
  func decode(_ type: String.Type) throws -> String { try base.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try number(type) }
  func decode(_ type: Float.Type) throws -> Float { try number(type) }
  func decode(_ type: Int.Type) throws -> Int { try number(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try number(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try number(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try number(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try number(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try number(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try number(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try number(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try number(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try number(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try number(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try number(type) }

  private func number<Number: Decodable>(_ type: Number.Type) throws -> Number {
    try guarding(codingPath) { try base.decode(type) }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

/// The name of any field, or the number of any element.
struct FieldName: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(index: Int) { (stringValue, intValue) = ("\(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}
