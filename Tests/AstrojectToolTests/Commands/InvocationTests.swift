import Testing

@testable import AstrojectTool

struct InvocationTests {
  @Test(arguments: [["help"], ["--help"], ["-h"], ["verify", "--help"], ["nonsense", "-h"]])
  func `help lists all commands and their options, whatever the container is`(words: [String]) async {
    let outcome = await BrokenTool.run(words, in: Surroundings(directory: "/"))
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    for command in Commands.all {
      #expect(outcome.output.contains("\n\(command.name)"))
      for option in command.options { #expect(outcome.output.contains("    \(option.name)")) }
    }
  }

  @Test(arguments: [
    (["verfy"], "There is no command `verfy`. Did you mean `verify`?"),
    (["--hint"], "`verify` has no option `--hint`. Did you mean `--hints`?"),
    (["verify", "--format"], "`--format` needs a value."),
    (
      ["verify", "--format", "sariff"],
      "`--format` is one of `text`, `xcode`, `github`, `sarif`, `json`, and not `sariff`."
    ),
    (["verify", "--max-opaque=-1"], "`--max-opaque` is a number, and not `-1`."),
    (["verify", "--max-opaque", "many"], "`--max-opaque` is a number, and not `many`."),
    (["verify", "--hints=yes"], "`--hints` takes no value."),
    (["verify", "now"], "`now` is one word too many."),
    (["why"], "`why` needs a TYPE."), (["needs"], "`needs` needs a TYPE."), (["diff"], "`diff` needs a FILE."),
    (["why", "A", "B"], "`B` is one word too many."),
    (["list", "--scope", "singelton"], "`--scope` is one of `graph`,"),
    (["graph", "--format", "png"], "`--format` is one of `html`, `dot`, `mermaid`, `json`, and not `png`."),
    (["diff", "x", "--format", "html"], "`--format` is one of `text`, `markdown`, `json`, and not `html`."),
    (["snapshot", "--fail"], "`snapshot` has no option `--fail`."),
  ])
  func `a wrong call says what is wrong and the usage, and makes no container`(words: [String], text: String) async {
    let outcome = await BrokenTool.run(words, in: Surroundings(directory: "/"))
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix(text), "\(outcome.error)")
    #expect(outcome.error.contains("\nUsage: "))
  }

  @Test(arguments: [[], ["verify"], ["why", "A"], ["graph"], ["snapshot"], ["list"], ["diff", "x"]])
  func `an error of the container is printed without control characters, and the status is 2`(words: [String]) async {
    let outcome = await BrokenTool.run(words, in: Surroundings(directory: "/"))
    #expect(outcome == Outcome(error: "The container could not be made.\nno disk\\u{1B}[31m\n", status: 2))
  }

  @Test func `an error of the container leaves the file of the output as it was`() async throws {
    let file = try TemporaryFile("old")
    _ = await BrokenTool.run("snapshot", "--output", file.path)
    #expect(file.text == "old")
  }
}
