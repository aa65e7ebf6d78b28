/// The text of `help`.
enum Help {
  static let usage = "(\((Commands.all.map { $0.name } + ["help"]).joined(separator: "|"))) [OPTION …]"

  static var text: String {
    var lines = ["Usage: \(usage)", ""]
    for command in Commands.all {
      lines.append(([command.name] + (command.operand.map { [$0] } ?? [])).joined(separator: " "))
      lines.append("    \(command.summary)")
      for option in command.options {
        lines.append("    \(option.name)\(option.value.map { " \($0)" } ?? "")")
        lines.append("        \(option.summary)")
      }
    }
    lines += [
      "help", "    Print this text.", "",
      "TYPE is the name of a type, with or without its module, or the identity of a registration as texts print it.",
      "Exit status: 0; 1 for findings; 2 for a wrong call, or a container that cannot be made.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
