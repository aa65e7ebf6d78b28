import Foundation

/// Checks the addresses that a file lists.
struct CheckService {
  let downloader: Downloader
  let files: any Files
  let output: any Output

  /// Prints a line for each address.
  ///
  /// - Returns: True if all of them are available.
  func check(_ file: String, jobs: Int) async throws -> Bool {
    let lines = try addresses(in: file)
    let verdicts = await verdicts(on: lines, jobs: jobs)
    for (line, verdict) in zip(lines, verdicts) {
      output.write("\(verdict.isFine ? "✓" : "✗") \(line): \(verdict.text)")
    }
    let count = verdicts.count { $0.isFine }
    output.write("\(count) of \(lines.count) addresses are available.")
    return count == lines.count
  }

  private func addresses(in file: String) throws -> [String] {
    guard let data = try files.read(file) else { throw Failure("The file \(file) does not exist.") }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Checks all addresses, up to `jobs` at once, and returns the verdicts in their order.
  private func verdicts(on lines: [String], jobs: Int) async -> [Verdict] {
    await withTaskGroup(of: (Int, Verdict).self) { [downloader] group in
      var waiting = lines.enumerated().makeIterator()
      func startNext() {
        guard let (index, line) = waiting.next() else { return }
        group.addTask { (index, await Verdict(on: line, by: downloader)) }
      }
      for _ in 0..<jobs { startNext() }
      var verdicts: [Int: Verdict] = [:]
      while let (index, verdict) = await group.next() {
        verdicts[index] = verdict
        startNext()
      }
      return lines.indices.compactMap { verdicts[$0] }
    }
  }
}

/// The result for one address.
private struct Verdict {
  var isFine = false
  let text: String

  init(on line: String, by downloader: Downloader) async {
    guard let url = URL(webAddress: line) else {
      text = "not a web address"
      return
    }
    do {
      let status = try await downloader.response(from: url).status
      isFine = status < 400
      text = "\(status)"
    } catch {
      text = "\(error)"
    }
  }
}
