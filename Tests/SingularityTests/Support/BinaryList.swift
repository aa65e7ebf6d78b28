import Foundation

/// Creates binary property lists: the same bytes each time, also some that no encoder would write.
enum BinaryList {
  /// Returns a dictionary whose values are objects of one byte each.
  static func dictionary(_ fields: [(String, UInt8)]) -> Data {
    var objects: [[UInt8]] = fields.map { [0x50 | UInt8($0.0.utf8.count)] + Array($0.0.utf8) }
    objects += fields.map { [$0.1] }
    let count = UInt8(fields.count)
    return list([[0xD0 | count] + (1...(2 * count)).map(\.self)] + objects)
  }

  /// Returns a list of objects. The first one is the top object.
  static func list(_ objects: [[UInt8]], sizeOfReferences: UInt8 = 1, sizeOfOffsets: Int = 2) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += (0..<sizeOfOffsets).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * (sizeOfOffsets - 1 - $0))) }
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, UInt8(sizeOfOffsets), sizeOfReferences]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return Data(bytes)
  }

  /// Returns a binary property list of a JSON value.
  static func of(_ value: Any) -> Data {
    var objects: [[UInt8]] = []
    add(value, to: &objects)
    return list(objects, sizeOfReferences: 2)
  }

  private static func add(_ value: Any, to objects: inout [[UInt8]]) {
    let number = objects.count
    objects.append([])
    func references(_ values: [Any]) -> [UInt8] {
      values.flatMap { value in
        let next = objects.count
        add(value, to: &objects)
        return [UInt8(truncatingIfNeeded: next >> 8), UInt8(truncatingIfNeeded: next)]
      }
    }
    switch value {
    case let fields as [String: Any]:
      let members = fields.sorted { $0.key < $1.key }
      objects[number] = marker(0xD0, members.count) + references(members.map(\.key)) + references(members.map(\.value))
    case let elements as [Any]: objects[number] = marker(0xA0, elements.count) + references(elements)
    case let text as String:
      let units = Array(text.utf16)
      objects[number] =
        units.allSatisfy { $0 < 0x80 }
        ? marker(0x50, units.count) + units.map { UInt8($0) }
        : marker(0x60, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case let value as NSNumber where value.isBoolean: objects[number] = [value.boolValue ? 0x09 : 0x08]
    case let value as NSNumber where value.isInteger:
      objects[number] = [0x13] + bytes(of: UInt64(bitPattern: value.int64Value))
    case let value as NSNumber: objects[number] = [0x23] + bytes(of: value.doubleValue.bitPattern)
    default: objects[number] = [0x00]
    }
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [kind | UInt8(count)]
      : [kind | 15, 0x11, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
  }

  private static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
  }
}
