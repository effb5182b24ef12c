import Foundation

/// The repository's files for the house rules.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A text file with its path from the root.
    struct File: Sendable {
        var path: String
        var text: String

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    }

    /// All files under a folder with this ending, sorted by path; skips folders that start with a dot, which belong
    /// to a build or an editor.
    static func files(in folder: String, ending: String = ".swift") -> [File] {
        let start = root.appendingPathComponent(folder)
        guard let walker = FileManager.default.enumerator(atPath: start.path) else { return [] }
        var files: [File] = []
        while let path = walker.nextObject() as? String {
            if path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
            guard path.hasSuffix(ending),
                let text = try? String(contentsOf: start.appendingPathComponent(path), encoding: .utf8)
            else { continue }
            files.append(File(path: "\(folder)/\(path)", text: text))
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The names of a folder's entries, sorted.
    static func entries(of folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
    }

    /// Sources and plugins: the code that users build.
    static let shipped: [File] = files(in: "Sources") + files(in: "Plugins")

    static let manifest: String =
        (try? String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)) ?? ""
}

extension Repository.File {
    /// The lines of code with their numbers, without comments and without the contents of string literals.
    var code: [(number: Int, text: String)] {
        var isInLiteral = false
        return lines.enumerated().compactMap { index, line in
            let trimmed = line.drop { $0 == " " }
            if line.components(separatedBy: "\"\"\"").count % 2 == 0 {
                isInLiteral.toggle()
                return nil
            }
            guard !isInLiteral, !trimmed.hasPrefix("//"), !trimmed.isEmpty else { return nil }
            return (index + 1, Self.withoutLiterals(trimmed))
        }
    }

    private static func withoutLiterals(_ line: Substring) -> String {
        var result = ""
        var isInLiteral = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                isEscaped = false
            } else if isInLiteral, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isInLiteral.toggle()
                result.append(character)
            } else if !isInLiteral {
                result.append(character)
                if result.hasSuffix("//") { return String(result.dropLast(2)) }
            }
        }
        return result
    }
}
