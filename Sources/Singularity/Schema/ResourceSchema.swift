import Foundation
import Nexus

/// The JSON Schema (draft 2020-12) of the resource files that an app can read.
///
/// It has the types of the loaded images, each with all of its names and with the rules for its parameters.
struct ResourceSchema {
  /// A schema or a part of one, as `JSONSerialization` takes it.
  typealias Schema = [String: Any]

  /// The discovered types, for registrations and for values.
  private let catalog: TypeCatalog
  /// The types for `implements`.
  private let services: ServiceCatalog

  /// Reads the types of the loaded images, and the registrations of a container, which the types may implement.
  init(for container: Container) {
    catalog = TypeCatalog.current
    services = ServiceCatalog(container, catalog.injectables, in: nil)
  }

  /// The schema as a JSON text with sorted keys, which is easy to compare.
  var text: String {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // The serialization cannot fail: the document has only dictionaries, arrays, strings, numbers and Bools.
    let data = (try? JSONSerialization.data(withJSONObject: document, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: The document

  /// The schema of a whole file; its arrays refer to the definitions of their elements.
  private var document: Schema {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A resource file of Astroject",
      "type": "object",
      "additionalProperties": false,
      "properties": [
        "$schema": ["type": "string"],
        "modules": [
          "type": "array", "items": ["type": "string", "minLength": 1],
          "description": "The modules to look for types in. By default, all of them.",
        ] as Schema,
        "registrations": array(of: "registration"),
        "values": array(of: "value"),
      ] as Schema,
      "$defs": ["registration": registration, "value": value, "key": key, "scope": scope] as Schema,
    ]
  }

  /// The schema of an array whose elements all follow one definition of the document.
  private func array(of definition: String) -> Schema {
    ["type": "array", "items": ["$ref": "#/$defs/\(definition)"]]
  }

  /// The schema of an entry, which may have further fields that depend on its type.
  ///
  /// An entry with `remove` has only the fields that identify it. An entry with `name` has no `key`.
  ///
  /// - Parameters:
  ///   - fields: The fields that only registrations have, or only values.
  ///   - types: The schema of the name of a type.
  ///   - cases: The schemas for the entries of single types.
  private func entry(_ fields: Schema, types: Schema, cases: [Schema]) -> Schema {
    let common: Schema = [
      "type": types,
      "name": ["type": "string", "description": "Tells registrations of one type apart."],
      "key": ["$ref": "#/$defs/key"],
      "isOverridable": [
        "type": "boolean", "description": "False if no later registration may replace it. True by default.",
      ] as Schema,
      "ifRegistered": [
        "enum": DuplicatePolicy.names.map(\.name),
        "description": "Says what happens if its type and name are registered already.",
      ] as Schema,
      "remove": [
        "type": "boolean", "description": "Removes the entry of the base that has this type and name or key.",
      ] as Schema,
    ]
    let removal: Schema = [
      "if": ["properties": ["remove": ["const": true]], "required": ["remove"]] as Schema,
      "then": ["propertyNames": ["enum": ["type", "name", "key", "remove"]]] as Schema,
    ]
    return [
      "type": "object",
      "additionalProperties": false,
      "properties": common.merging(fields) { first, _ in first },
      "required": ["type"],
      "not": ["required": ["name", "key"]],
      "allOf": [removal] + cases,
    ]
  }

  /// The schema that the entries of one type follow, and all other entries ignore.
  private func when(typeIs names: [String], _ then: Schema) -> Schema {
    ["if": ["properties": ["type": ["enum": names]], "required": ["type"]] as Schema, "then": then]
  }

  /// The schema that allows any of some words; without words it allows no value.
  private func oneOf(_ words: [String]) -> Any { words.isEmpty ? false : ["enum": words] as Schema }

  // MARK: Registrations

  /// The schema of an entry of `registrations`, with the rules for the parameters of each discovered type.
  private var registration: Schema {
    let types = catalog.injectables.records.filter { $0.type is any AutoInjectable.Type }
      .sorted { $0.name < $1.name }
    let fields: Schema = [
      "scope": ["$ref": "#/$defs/scope"],
      "eager": ["type": "boolean", "description": "True if `bootstrap` builds it."] as Schema,
      "with": [
        "type": "array", "description": "One rule for each parameter of the initializer, by position.",
      ] as Schema,
      "implements": [
        "type": "array", "items": oneOf(services.spellings), "uniqueItems": true,
        "description": "Further types that it is resolved by.",
      ] as Schema,
    ]
    let cases = types.compactMap { record in
      (record.type as? any AutoInjectable.Type).map { type in
        when(typeIs: names(of: record, in: catalog.injectables), parameters(of: type))
      }
    }
    return entry(
      fields, types: typeNames(allNames(of: types)), cases: cases)
  }

  /// The names that belong to one type alone.
  private func names(of record: TypeCatalog.Record, in names: TypeCatalog.Names) -> [String] {
    names.spellings(of: record).map(String.init)
  }

  /// All names of some types, including those that several types share.
  ///
  /// A shared name is allowed because `modules` may exclude the other types, which a schema cannot check.
  private func allNames(of records: [TypeCatalog.Record]) -> [String] {
    Set(records.flatMap { TypeCatalog.Names.suffixes(of: $0.name) }).map(String.init).sorted()
  }

  /// The schema of the name of a type.
  private func typeNames(_ names: [String]) -> Schema {
    ["type": "string", "allOf": [oneOf(names)], "description": "The name of a type of the app."]
  }

  /// The schema of `with` for one type: as many rules as the initializer has parameters.
  private func parameters(of type: any AutoInjectable.Type) -> Schema {
    let parameters = type.parameterTypes.map(\.type)
    let scopes = "Registered as \(TypeName(type.service))."
    var with: Schema = ["minItems": parameters.count, "maxItems": parameters.count]
    if !parameters.isEmpty { with["prefixItems"] = parameters.map(rule) }
    return ["description": scopes, "properties": ["with": with] as Schema]
  }

  /// The schema of a rule for one parameter.
  ///
  /// A rule is `auto`, or names a registration by name or key. It may give a value if the parameter is `Decodable`. The
  /// container and its resolver are not looked up, so they have neither.
  private func rule(for type: Any.Type) -> Schema {
    func given(_ field: String, _ value: Any) -> Schema {
      ["type": "object", "properties": [field: value], "required": [field], "additionalProperties": false]
    }
    var rules: [Schema] = [["const": "auto"]]
    if !ResourceReader.isContext(type) {
      rules += [given("named", ["type": "string"]), given("keyed", ["$ref": "#/$defs/key"])]
    }
    if type is any Decodable.Type { rules.append(given("value", valueSchema(of: type))) }
    return ["description": "\(TypeName(type))", "anyOf": rules]
  }

  // MARK: Values

  /// The schema of an entry of `values`, which has a value unless it has `remove`.
  private var value: Schema {
    let discovered = allNames(of: catalog.values.records.filter { $0.type is any ResourceValue.Type })
    let types: Schema = [
      "type": "string",
      "anyOf": [oneOf(Set(ValueType.names + discovered).sorted()), ["pattern": "^\\[.*\\]$"] as Schema],
      "description": "A type: Int, [String], [String: Int], or one of the app.",
    ]
    let enumerations = catalog.values.records.compactMap { record -> Schema? in
      guard let type = record.type, !Cases.words(of: type).isEmpty else { return nil }
      return when(
        typeIs: names(of: record, in: catalog.values), ["properties": ["value": valueSchema(of: type)]])
    }
    let cases =
      ValueType.builtIn.map { name, type in
        when(typeIs: ValueType.names(of: name), ["properties": ["value": valueSchema(of: type)]])
      } + enumerations
    let needsValue: Schema = [
      "if": ["not": ["properties": ["remove": ["const": true]], "required": ["remove"]] as Schema],
      "then": ["required": ["value"]],
    ]
    return entry(["value": true], types: types, cases: [needsValue] + cases)
  }

  /// The schema of a value of a type, which allows any value if the form of the type is unknown.
  ///
  /// The form is known for built-in types, and for enumerations with strings as their raw values.
  private func valueSchema(of type: Any.Type) -> Any {
    func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Schema {
      if Number.bitWidth > 64 { return ["type": "integer"] }
      return [
        "type": "integer", "minimum": NSNumber(value: Int64(clamping: Number.min)),
        "maximum": NSNumber(value: UInt64(clamping: Number.max)),
      ]
    }
    if let type = type as? any FixedWidthInteger.Type { return integer(type) }
    if let type = type as? any (CaseIterable & RawRepresentable).Type, let words = Cases.strings(of: type) {
      return ["enum": words] as Schema
    }
    return switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): ["type": "string"] as Schema
    case ObjectIdentifier(Bool.self): ["type": "boolean"] as Schema
    case ObjectIdentifier(Date.self):
      ["type": "string", "description": "An ISO 8601 date: 2026-11-25T12:00:00Z, or 2026-11-25."] as Schema
    case ObjectIdentifier(Data.self): ["type": "string", "contentEncoding": "base64"] as Schema
    case ObjectIdentifier(URL.self): ["type": "string", "format": "uri-reference"] as Schema
    case ObjectIdentifier(Duration.self): ["type": "number", "description": "A number of seconds."] as Schema
    case ObjectIdentifier(Double.self), ObjectIdentifier(Float.self), ObjectIdentifier(Decimal.self):
      ["type": "number"] as Schema
    default: true
    }
  }

  // MARK: Parts

  /// The schema of a scope: a word, or an object that names a container.
  private var scope: Schema {
    [
      "description": "How long an instance is cached.",
      "anyOf": [
        ["enum": ResourceScope.names.map(\.name)],
        [
          "type": "object", "properties": ["scoped": ["type": "string"]], "required": ["scoped"],
          "additionalProperties": false, "description": "One for the nearest container of a name.",
        ] as Schema,
      ] as [Schema],
    ]
  }

  /// The schema of a key: a string, a number, a Bool, or an object with a value and its type.
  private var key: Schema {
    [
      "description": "Tells registrations of one type apart, instead of a name.",
      "anyOf": [
        ["type": ["string", "number", "boolean"]],
        [
          "type": "object", "properties": ["type": ["type": "string"], "value": true] as Schema,
          "required": ["type", "value"], "additionalProperties": false,
        ] as Schema,
      ] as [Schema],
    ]
  }
}

extension Container {
  /// Returns the JSON Schema of the resource files that this app can read, for editors and for checks.
  ///
  /// ```swift
  /// try container.resourceSchema().write(to: url, atomically: true, encoding: .utf8)
  /// ```
  /// Editors complete and check a file that names the schema: `"$schema": "services.schema.json"`. The schema has:
  ///
  /// - the types that discovery finds, with the rules that their parameters take
  /// - the types for `implements`: those registered in the container, and the services and parameters of discovered
  ///   types
  /// - the types of values, with the cases of enumerations whose raw values are strings
  ///
  /// Register the app's services before the call, so that files may name them. The call builds nothing and registers
  /// nothing. It may be made in a sealed container.
  ///
  /// Save the schema beside the resource file. It changes with the types of the app, so let a test compare the saved
  /// file with a new schema:
  ///
  /// ```swift
  /// #expect(try String(contentsOf: url, encoding: .utf8) == container.resourceSchema())
  /// ```
  /// Registering a file checks more than a schema can express, such as a name that types of several modules share.
  ///
  /// - Returns: A schema of draft 2020-12. It allows no registrations on a platform where types cannot be discovered.
  public func resourceSchema() -> String { ResourceSchema(for: self).text }
}
