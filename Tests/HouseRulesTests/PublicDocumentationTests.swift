import Foundation
import Testing

/// The public API must be documented.
@Suite struct PublicDocumentationTests {
    @Test("Every public type has a doc comment")
    func types() {
        let pattern =
            /^\s*public (?:final |indirect |nonisolated )*(?:struct|enum|class|actor|protocol|typealias)\b/
        check(pattern)
    }

    @Test("Every public function and property has a doc comment, except for protocol requirements")
    func members() {
        let pattern = /^\s*public (?:final |static |mutating |nonisolated )*(?:func|var|let|subscript)\b/
        check(pattern)
    }

    private func check(_ pattern: Regex<Substring>) {
        for file in Repository.files(in: "Sources") {
            let lines = file.lines
            for (index, line) in lines.enumerated() where line.contains("public ") && line.contains(pattern) {
                guard !Self.isDocumented(index, lines), !Self.isPlain(line),
                    !Self.belongsToConformance(index, lines)
                else { continue }
                Issue.record("\(file.path):\(index + 1): \(line.drop { $0 == " " })")
            }
        }
    }

    /// Whether there is a doc comment above the declaration, or above its run of one-liners. An unavailable
    /// declaration has its explanation in its message.
    private static func isDocumented(_ index: Int, _ lines: [Substring]) -> Bool {
        for line in lines[..<index].reversed() {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("///") || trimmed.contains("unavailable") { return true }
            let isAttribute =
                trimmed == ")" || ["@", "#", "message:", "\""].contains { trimmed.hasPrefix($0) }
            let isOneLiner =
                trimmed.hasPrefix("public ") && (trimmed.hasSuffix("}") || !trimmed.contains("{"))
            if !isAttribute, !isOneLiner { return false }
        }
        return false
    }

    /// The names of protocol requirements; implementations are documented there.
    private static let requirements: Set<Substring> = {
        var names: Set<Substring> = []
        for file in Repository.files(in: "Sources") where file.text.contains("protocol ") {
            var isInProtocol = false
            for line in file.lines {
                if line.contains("protocol "), line.contains(/^(?:public |package )?protocol\b/) {
                    isInProtocol = !line.hasSuffix("}")
                }
                if line == "}" { isInProtocol = false }
                guard isInProtocol, let match = line.firstMatch(of: /\b(?:func|var) (\w+)/) else { continue }
                names.insert(match.1)
            }
        }
        return names
    }()

    /// Declarations whose name says everything: markers without a body, operators that every type has, aliases for a
    /// protocol, stored properties.
    private static func isPlain(_ line: Substring) -> Bool {
        let trimmed = line.drop { $0 == " " }
        let asked = [
            "func ==", "func <", "func hash(", "func encode(", "var description", "var debugDescription",
        ]
        let name = trimmed.firstMatch(of: /\b(?:func|var) (\w+)/)?.1
        return name.map(requirements.contains) ?? false
            || (trimmed.hasPrefix("public protocol ") && trimmed.hasSuffix("{}"))
            || asked.contains(where: trimmed.contains) || trimmed.contains("public typealias ")
            || (trimmed.hasPrefix("public var ") && !trimmed.hasSuffix("{") && !trimmed.contains("{"))
            || trimmed.hasPrefix("public let ") || trimmed.hasPrefix("public static let ")
    }

    /// Whether the nearest declaration around the line conforms to a protocol, whose documentation applies.
    private static func belongsToConformance(_ index: Int, _ lines: [Substring]) -> Bool {
        let indentation = lines[index].prefix { $0 == " " }.count
        guard indentation > 0 else { return false }
        for line in lines[..<index].reversed() where !line.isEmpty {
            guard line.prefix(while: { $0 == " " }).count < indentation else { continue }
            let trimmed = line.drop { $0 == " " }
            // A declaration may break before its brace or within its list of conformances.
            if trimmed == "{" || trimmed.hasPrefix("where ") || trimmed.hasPrefix(")") { continue }
            return trimmed.contains(":")
        }
        return false
    }
}
