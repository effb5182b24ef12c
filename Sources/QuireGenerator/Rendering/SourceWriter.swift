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

    /// Whether a line would fit here.
    func fits(_ line: String) -> Bool { indentation.utf8.count + line.count <= Self.width }

    /// Writes lines without adding indentation.
    mutating func indented(_ lines: [String]) {
        for line in lines { self.line(line) }
    }
}
