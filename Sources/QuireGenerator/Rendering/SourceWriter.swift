import QuireSchema

/// Collects lines of Swift and indents them.
struct SourceWriter {
    private(set) var text = ""
    private var indentation = ""

    /// The maximum width of a line that is not broken.
    static let width = 110

    mutating func line(_ line: String = "") {
        if !line.isEmpty {
            text += indentation
            text += line
        }
        text += "\n"
    }

    /// Writes lines one level deeper, between an opening line and a closing one.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening)
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
        line(closing)
    }

    /// Writes the lines of a body whose opening line was already written, and the closing brace.
    mutating func blockBody(_ body: (inout SourceWriter) -> Void) {
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
        line("}")
    }

    /// Writes a list in parentheses on one line, or on a line for each element.
    mutating func list(_ opening: String, _ elements: [String], closing: String) {
        let line = opening + elements.joined(separator: ", ") + closing
        if fits(line) { return self.line(line) }
        block(opening, closing: closing) { writer in
            for (index, element) in elements.enumerated() {
                writer.line(element + (index == elements.count - 1 ? "" : ","))
            }
        }
    }

    /// Whether a line would fit here.
    func fits(_ line: String) -> Bool { indentation.utf8.count + line.count <= Self.width }

    /// Writes lines without adding indentation.
    mutating func indented(_ lines: [String]) {
        for line in lines { self.line(line) }
    }
}

/// The schema's descriptions as doc comments.
enum DocComment {
    /// The lines of a comment. Empty for no text. Every line begins with `///`, so that no text can end the comment.
    static func lines(_ paragraphs: [String?]) -> [String] {
        var result: [String] = []
        for case let paragraph? in paragraphs {
            let lines = lines(of: paragraph)
            guard !lines.isEmpty else { continue }
            if !result.isEmpty { result.append("///") }
            for line in lines { result.append(line.isEmpty ? "///" : "/// " + line) }
        }
        return result
    }

    /// `@available` for a deprecated declaration.
    static func deprecation(_ deprecated: Deprecation?) -> String? {
        guard let deprecated else { return nil }
        guard let message = deprecated.message, !message.isEmpty else { return "@available(*, deprecated)" }
        return "@available(*, deprecated, message: \(Literals.string(message)))"
    }

    /// The deprecation as a sentence, for places where the attribute would make generated code warn.
    static func deprecationNote(_ deprecated: Deprecation?) -> String? {
        deprecated.map { $0.message.map { "Deprecated: " + $0 } ?? "Deprecated." }
    }

    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        var last: UInt32 = 0
        for scalar in text.unicodeScalars {
            defer { last = scalar.value }
            switch scalar.value {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
                lines.append(trimmed(line))
                line = ""
            case 0x09, 0xA0: line += " "
            default:
                if Literals.shows(scalar) { line.unicodeScalars.append(scalar) }
            }
        }
        lines.append(trimmed(line))
        while lines.last == "" { lines.removeLast() }
        // Removing them one by one would move all the others each time.
        return Array(lines.drop { $0.isEmpty })
    }

    private static func trimmed(_ line: String) -> String {
        var end = line.endIndex
        while end > line.startIndex, line[line.index(before: end)] == " " { end = line.index(before: end) }
        return String(line[..<end])
    }
}
