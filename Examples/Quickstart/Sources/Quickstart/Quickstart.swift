import Foundation
import Nexus
import Shop

@main
struct Quickstart {
  static func main() async {
    let dishes = Array(CommandLine.arguments.dropFirst())
    do {
      let container = try AppContainer.make(settings: Settings(dishes: dishes.isEmpty ? ["pancakes", "soup"] : dishes))
      try await container.resolve(ShoppingCommand.self).run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
