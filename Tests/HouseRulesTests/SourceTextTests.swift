import Foundation
import Testing

/// Constructs that must not occur in the source.
@Suite struct SourceTextTests {
    /// Justified exceptions: path, construct, reason.
    private static let exceptions: [(path: String, construct: String, reason: String)] = [
        (
            "Sources/QuireCore/Descriptors/ModuleDescriptor.swift", "preconditionFailure(",
            "the text is a literal of generated code: a mistake in it is the program's, and no caller could go on"
        )
    ]

    @Test(
        "Sources and plugins contain nothing that traps or discards types",
        arguments: ["try!", "fatalError(", "preconditionFailure(", "as!", "[String: Any]", "[String : Any]"])
    func forbidden(_ construct: String) {
        for file in Repository.shipped where file.text.contains(construct) {
            let isExcepted = Self.exceptions.contains { $0.path == file.path && $0.construct == construct }
            for (number, line) in file.code where line.contains(construct) && !isExcepted {
                Issue.record("\(file.path):\(number): \(construct)")
            }
        }
    }

    @Test("Exceptions name existing files that still need them")
    func exceptionsAreNeeded() {
        for exception in Self.exceptions {
            let file = Repository.shipped.first { $0.path == exception.path }
            let isNeeded = file?.code.contains { $0.text.contains(exception.construct) } ?? false
            #expect(isNeeded, "\(exception.path): \(exception.construct)")
        }
    }

    /// `return (number, .success(try await load()))`: with optimization, Swift 6.3 returns zero for the number.
    @Test("No tuple has an awaited value inside an enum case")
    func awaitedPayloads() {
        for file in Repository.shipped
        where file.text.contains("(await ") || file.text.contains("(try await ") {
            for (number, line) in file.code where line.contains(#/, \.\w+\((try )?await\b/#) {
                Issue.record("\(file.path):\(number): \(line)")
            }
        }
    }

    @Test("Libraries print nothing")
    func librariesAreSilent() {
        let programs = ["Sources/QuireCommand/", "Sources/quire-generate/", "Sources/Bookshop/"]
        let pattern = /(^|[^A-Za-z0-9_.])(print|debugPrint|dump|NSLog)\(/
        let calls = ["print(", "Print(", "dump(", "NSLog("]
        for file in Repository.files(in: "Sources") where !programs.contains(where: file.path.hasPrefix) {
            guard calls.contains(where: file.text.contains) else { continue }
            for (number, line) in file.code where line.contains(pattern) && !line.contains("func ") {
                Issue.record("\(file.path):\(number): \(line)")
            }
        }
    }

    @Test("No file contains a path of one machine")
    func noMachinePaths() {
        // Assembled here, so that this file does not contain the text itself.
        let paths =
            ["work", "root", "home", "Users"].map { "/\($0)/" } + ["/tmp/" + "q/", "/opt/" + "swift"]
        let kinds = [".swift", ".json", ".ndjson", ".md", ".py", ".sh", ".txt"]
        for folder in ["Sources", "Plugins", "Tests", "Schema"] {
            for file in kinds.flatMap({ Repository.files(in: folder, ending: $0) }) {
                guard paths.contains(where: file.text.contains) else { continue }
                for (index, line) in file.lines.enumerated() {
                    guard let found = paths.first(where: { Self.names($0, line) }) else { continue }
                    Issue.record("\(file.path):\(index + 1): \(found)")
                }
            }
        }
    }

    /// Whether a line contains the path at its start: `https://host/home/x` is something else.
    private static func names(_ path: String, _ line: Substring) -> Bool {
        guard let range = line.range(of: path) else { return false }
        guard range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || "._-)}/:".contains(before))
    }

    @Test("The formatter has no complaints")
    func formatted() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let folders = ["Sources", "Plugins", "Tests", "Schema", "Package.swift"].filter {
            FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent($0).path)
        }
        process.arguments = ["swift", "format", "lint", "--strict", "--recursive"] + folders
        process.currentDirectoryURL = Repository.root
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output.prefix(4000))")
    }
}
