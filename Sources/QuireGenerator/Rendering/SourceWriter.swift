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
