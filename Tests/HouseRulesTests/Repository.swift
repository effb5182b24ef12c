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
            let hasQuote = line.utf8.contains(UInt8(ascii: "\""))
            if hasQuote, line.components(separatedBy: "\"\"\"").count % 2 == 0 {
                isInLiteral.toggle()
                return nil
            }
            guard !isInLiteral, !trimmed.hasPrefix("//"), !trimmed.isEmpty else { return nil }
            if !hasQuote, !line.utf8.contains(UInt8(ascii: "/")) { return (index + 1, String(trimmed)) }
            return (index + 1, Self.withoutLiterals(trimmed))
        }
    }

    /// Uses bytes, which are much faster than characters here.
    private static func withoutLiterals(_ line: Substring) -> String {
        var result: [UInt8] = []
        var isInLiteral = false
        var isEscaped = false
        for byte in line.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isInLiteral, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInLiteral.toggle()
                result.append(byte)
            } else if !isInLiteral {
                if byte == UInt8(ascii: "/"), result.last == byte {
                    result.removeLast()
                    break
                }
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
