import Foundation

/// An article of the documentation, and the Swift code in it.
public struct Article {
    public let text: String

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Reads an article from a target's documentation catalog.
    public init(_ name: String, of target: String = "Quire") throws {
        text = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/\(target)/\(target).docc/\(name).md"),
            encoding: .utf8)
    }

    /// The text of the files next to a test whose names begin with this.
    public static func samples(_ name: String, beside file: String = #filePath) throws -> String {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0.hasPrefix(name) }.map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }.joined(separator: "\n")
    }

    /// The code blocks that are marked as Swift.
    public var blocks: [String] { blocks(of: "swift") }

    /// The code blocks that are marked as this language.
    public func blocks(of language: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```\(language)" {
                block = []
            } else if line == "```", let lines = block {
                blocks.append(lines.joined(separator: "\n"))
                block = nil
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// The pieces of code in the last column of the tables whose last column is headed `Quire`.
    public var cells: [String] {
        var cells: [String] = []
        var isOurs = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isOurs = false
                continue
            }
            // A vertical bar inside code is escaped with a backslash.
            let columns = line.replacingOccurrences(of: #"\|"#, with: "\u{1}")
                .split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }.dropFirst().dropLast()
            guard let last = columns.last else { continue }
            if last == "Quire" { isOurs = true }
            guard isOurs else { continue }
            let parts = last.replacingOccurrences(of: "\u{1}", with: "|")
                .split(separator: "`", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() where index % 2 == 1 { cells.append(String(part)) }
        }
        return cells
    }

    /// The rows of the table with this head, each as an array of columns.
    public func rows(under head: String) -> [[String]] {
        var rows: [[String]] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            if line.contains(head) {
                isInside = true
            } else if isInside, !line.hasPrefix("|-") {
                rows.append(
                    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
            }
        }
        return rows
    }

    /// The code spans in a text.
    public static func code(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    /// The lines without their indentation, which depends on their context, and without the alignment of comments.
    public static func lines(of text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.trimmingCharacters(in: .whitespaces)
                    .replacingOccurrences(of: " +//", with: " //", options: .regularExpression)
            }
            .joined(separator: "\n")
    }
}
