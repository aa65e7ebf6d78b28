/// A command with its options, read from the arguments of the process.
struct Invocation {
  /// The command; nil for help.
  let command: (any Command.Type)?
  /// The value of each option that was given; empty for one without a value.
  private let options: [String: String]
  /// The word that the command takes, such as a type or a file.
  let operand: String?
  let surroundings: Surroundings

  init(_ arguments: [String], in surroundings: Surroundings) throws {
    self.surroundings = surroundings
    var words = arguments[...]
    if words.contains(where: { $0 == "--help" || $0 == "-h" }) || words.first == "help" {
      (command, options, operand) = (nil, [:], nil)
      return
    }
    let command: any Command.Type
    if let name = words.first, !name.hasPrefix("-") {
      guard let named = Commands.all.first(where: { $0.name == name }) else {
        let near = Similarity.names(like: name, among: Commands.all.map(\.self).map { $0.name } + ["help"])
        throw Refusal("There is no command `\(name)`." + Refusal.hint(near), usage: Help.usage)
      }
      command = named
      words.removeFirst()
    } else {
      command = Verify.self
    }
    var options: [String: String] = [:]
    var operand: String?
    var isAfterOptions = false
    while let word = words.popFirst() {
      if word == "--", !isAfterOptions {
        isAfterOptions = true
      } else if word.hasPrefix("-"), word != "-", !isAfterOptions {
        let name = String(word.prefix { $0 != "=" })
        guard let option = command.options.first(where: { $0.name == name }) else {
          let near = Similarity.names(like: name, among: command.options.map(\.name))
          throw Refusal("`\(command.name)` has no option `\(name)`." + Refusal.hint(near), usage: command.usage)
        }
        var value = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
        if option.value == nil, value != nil {
          throw Refusal("`\(name)` takes no value.", usage: command.usage)
        }
        if option.value != nil, value == nil { value = words.popFirst() }
        guard let value = option.value == nil ? "" : value else {
          throw Refusal("`\(name)` needs a value.", usage: command.usage)
        }
        options[name] = value
      } else if command.operand == nil || operand != nil {
        throw Refusal("`\(word)` is one word too many.", usage: command.usage)
      } else {
        operand = word
      }
    }
    if let needed = command.operand, operand == nil {
      throw Refusal("`\(command.name)` needs a \(needed).", usage: command.usage)
    }
    (self.command, self.options, self.operand) = (command, options, operand)
    try command.check(self)
  }

  /// Returns true if an option was given.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// Returns the value of an option; nil if it was not given.
  func value(of option: String) -> String? { options[option] }

  /// Returns the value of an option that has some choices.
  func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, _ type: Choice.Type) throws -> Choice?
  where Choice.RawValue == String {
    guard let word = options[option] else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let choices = Choice.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    throw Refusal("`\(option)` is one of \(choices), and not `\(word)`.", usage: command?.usage ?? Help.usage)
  }

  /// Returns the number that an option has.
  func number(_ option: String) throws -> Int? {
    guard let word = options[option] else { return nil }
    guard let number = Int(word), number >= 0 else {
      throw Refusal("`\(option)` is a number, and not `\(word)`.", usage: command?.usage ?? Help.usage)
    }
    return number
  }
}

extension Refusal {
  /// Returns the words that may have been meant, as a sentence after another one.
  fileprivate static func hint(_ near: [String]) -> String {
    near.isEmpty ? "" : " Did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))?"
  }
}
