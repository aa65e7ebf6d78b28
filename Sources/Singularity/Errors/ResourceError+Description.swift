import Nexus

// All sentences about findings in resource files. A finding gives the problem, the place, the text found, the possible
// values and a remedy.

extension ResourceError: DescribedError {
  /// The numbered findings, each with its place and remedy.
  public var description: String {
    var files: [String] = []
    for finding in findings where !files.contains(finding.file) { files.append(finding.file) }
    let total = findings.count + omission
    let count = "\(total) problem\(total == 1 ? "" : "s")"
    let paragraphs = findings.enumerated().map { index, finding in
      let number = "\(index + 1). "
      return number + finding.lines.joined(separator: "\n" + String(repeating: " ", count: number.count))
    }
    let rest = omission == 0 ? [] : ["… and \(omission) more"]
    let names = files.map(\.inline).listed("and")
    return (["\(count) in \(names):"] + paragraphs + rest).joined(separator: "\n\n").bounded
  }
}

extension ResourceFinding: CustomStringConvertible {
  /// The problem, its place, the text found, the possible values and a remedy, in several lines.
  public var description: String { lines.joined(separator: "\n").bounded }

  fileprivate var lines: [String] {
    var lines = ["\(rule.rawValue): \(headline)"]
    let place = location?.description ?? file.escaped()
    lines.append("At: " + (path.isEmpty ? place : "\(path), \(place)"))
    if let found { lines.append("Found: \(found.escaped())") }
    if !possible.isEmpty { lines.append("Possible: " + possible.cut.map { $0.escaped() }.joined(separator: ", ")) }
    if !nearMatches.isEmpty { lines += ["Did you mean:"] + nearMatches.map { "  \($0.escaped())" } }
    return lines + ["Remedy: \(remedy)"]
  }

  // MARK: Headlines

  private var headline: String {
    switch (rule, detail) {
    case (.missingFile, _): "There is no file \(file.inline)."
    case (.unknownEnvironment, .texts(let environment, _)):
      "There is no file for the environment \(environment.quoted)."
    case (.ambiguousFile, .text(let other)): "\(file.inline) and \(other.inline) both exist."
    case (.unreadableFile, .text(let reason)): "The file cannot be read: \(reason.inline)."
    case (.emptyFile, _): "The file is empty."
    case (.tooLarge, .text(let limit)): "The file has more than \(limit)."
    case (.encoding, _): "The file is not UTF-8."
    case (.syntax, .texts(let format, let expected)): "The file is not \(format): expected \(expected)."
    case (.tooDeep, _): "Values are nested deeper than 64 levels."
    case (.duplicateField, .text(let field)): "The field \(field.inline) is given twice."
    case (.unknownField, .text(let field)): "There is no field \(field.inline) here."
    case (.missingField, .text(let field)): "The field \(field.inline) is missing."
    case (.conflictingFields, .texts(let first, let second)): "\(first) and \(second) cannot be given together."
    case (.wrongValue, .text(let expected)): "Expected \(expected)."
    case (.unreadableValue, .texts(let type, let reason)): "\(type.inline) cannot be read here: \(reason.inline)."
    case (.unknownModule, .text(let name)): "No loaded module is named \(name.quoted)."
    case (_, .type(let type)): type.headline
    case (.ambiguousType, .text(let name)): "Several types are named \(name.inline)."
    case (.ruleCount, .texts(let type, let parameters)): "\(type.inline) takes \(parameters.inline)."
    case (.notDecodable, .text(let type)):
      "A value is given for a parameter of type \(type.inline), which is not Decodable."
    case (.unknownService, .text(let name)):
      "No registration, and no parameter of a discovered type, is of a type named \(name.inline)."
    case (.notImplemented, .texts(let type, let service)): "\(type.inline) does not implement \(service.inline)."
    case (.implementsLoop, .text(let loop)):
      "The types to implement form a loop: \(loop.inline)."
    case (.duplicate, .texts(let key, let other)): "\(key.inline) is registered already, \(other.inline)."
    case (.duplicate, .repetition(let text, let other)): "\(text.inline) is given already, \(other.inline)."
    case (.protected, .text(let key)): "The registration of \(key.inline) is protected, and cannot be replaced."
    case (.idleRemoval, .text(let key)): "There is no entry for \(key.inline) to remove."
    default: "This cannot be registered."
    }
  }

  // MARK: Remedies

  private var remedy: String {
    switch (rule, detail) {
    case (.missingFile, _):
      return (nearMatches.isEmpty ? "" : "correct the spelling; or ")
        + "add it to the resources of the target, `resources: [.process(…)]`; the name is given without its extension."
    case (.unknownEnvironment, .texts(_, let empty)):
      return "add it, with `\(empty)` for nothing; or name an environment that has a file."
    case (.ambiguousFile, _): return "keep one of the two."
    case (.unreadableFile, _): return "give the URL of a file that can be read."
    case (.emptyFile, .text(let empty)): return "write an object, `\(empty)` for nothing."
    case (.tooLarge, _): return "move what is no configuration out of it."
    case (.encoding, _): return "save the file as UTF-8."
    case (.syntax, _) where location == nil:
      return "write the property list anew; if that fails too, as XML, because a finding then has its line."
    case (.syntax, _): return "correct the text here; the rest of the file was not read."
    case (.tooDeep, _): return "nest values less."
    case (.duplicateField, _): return "keep one of the two."
    case (.unknownField, _):
      return nearMatches.isEmpty && !possible.isEmpty
        ? "remove it, or use one of the possible fields." : "correct the spelling, or remove it."
    case (.missingField, _): return "add it."
    case (.conflictingFields, _): return "keep one of the two."
    case (.wrongValue, .text(let expected)): return nearMatches.isEmpty ? "write \(expected)." : "correct the spelling."
    case (.unreadableValue, _): return "write a value of that type."
    case (.unknownModule, _): return "name modules that are linked or loaded, spelled as in an import."
    case (_, .type(let type)): return type.remedy(hasNearMatches: !nearMatches.isEmpty)
    case (.ambiguousType, _): return "write the qualified name of the one that is meant."
    case (.ruleCount, _): return "write one rule for each parameter, \"auto\" for those that need none; or drop `with`."
    case (.notDecodable, _): return "use \"auto\", or name a registration: { \"named\": … }."
    case (.unknownService, _):
      return "name a type that is registered or needed, qualified where its name alone is not unique."
    case (.notImplemented, _): return "name what the type conforms to or inherits from."
    case (.implementsLoop, _): return "remove one of them."
    case (.duplicate, .repetition): return "remove one of them."
    case (.duplicate, _):
      return "remove one of them, give one a name, or say what is to happen: \"ifRegistered\": \"replace\" or \"keep\"."
    case (.protected, _): return "register it under a name; or drop `isOverridable: false` where it was registered."
    case (.idleRemoval, _):
      return "remove this entry, or correct its type, name or key to those of an entry of the base."
    default: return "remove it."
    }
  }
}

extension ResourceFinding.LackingType {
  fileprivate var headline: String {
    switch reason {
    case .unknown, .unsupportedPlatform: "No type named \(name.inline) conforms to \(adopting)."
    case .elsewhere(let modules): "\(name.inline) is in \(modules.listed("and")), which `modules` does not name."
    case .unrecorded: "The program has a type \(name.inline), but no record that it conforms to \(adopting)."
    case .protocol: "\(name.inline) is a protocol, and no type that conforms to \(adopting)."
    case .generic: "\(name.inline) is generic, and its arguments are unknown."
    case .withoutMetadata:
      "\(name.inline) cannot be found, because its module was compiled without reflection metadata."
    case .twice: "Several types of one module are named \(name.inline)."
    }
  }

  fileprivate func remedy(hasNearMatches: Bool) -> String {
    switch reason {
    case .unknown:
      (hasNearMatches ? "correct the spelling; or let" : "let") + " the type conform to \(adopting) in an extension, "
        + "because an optimized build drops a conformance in the declaration of an unused type."
    case .unrecorded:
      "let it conform to \(adopting) in an extension: an optimized build drops a conformance in the declaration of an "
        + "unused type, and a subclass that inherits a conformance has no record of it."
    case .protocol: "name a type that conforms to it."
    case .elsewhere: "add the module to `modules`."
    case .unsupportedPlatform: "register it in code, because types cannot be discovered on this platform."
    case .generic: "name a type that is not generic; or register it in code."
    case .withoutMetadata: "compile its module without `-disable-reflection-metadata`; or register it in code."
    case .twice: "rename all but one: private types in several files may have the same name."
    }
  }
}

// MARK: - Parts

extension String {
  /// The text for use in a sentence: quoted and shortened if it is empty or long, or would break a report's lines.
  fileprivate var inline: String {
    isEmpty || count > 120 || escaped() != self
      || unicodeScalars.contains(where: \.properties.isDefaultIgnorableCodePoint)
      ? quoted : self
  }
}

extension [String] {
  /// The elements as a list in a sentence, with a word such as "and" before the last one.
  func listed(_ last: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(last) " + self[count - 1]
  }

  /// The list, or the beginning of a long list and the number of the other elements.
  fileprivate var cut: [String] { count > 20 ? prefix(12) + ["… and \(count - 12) more"] : self }
}
