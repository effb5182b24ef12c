/// Takes lines of Swift, and indents them.
struct SourceWriter {
    private(set) var text = ""
    private var indentation = ""

    /// The longest line that is kept on one line.
    static let width = 110

    mutating func line(_ line: String = "") {
        if !line.isEmpty {
            text += indentation
            text += line
        }
        text += "\n"
    }

    /// Lines that are one level deeper, between an opening line and a closing one.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening)
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
        line(closing)
    }

    /// The lines of a body whose opening line is written already, and its closing brace.
    mutating func blockBody(_ body: (inout SourceWriter) -> Void) {
        indentation += "    "
        body(&self)
        indentation.removeLast(4)
        line("}")
    }

    /// Whether a line would fit here.
    func fits(_ line: String) -> Bool { indentation.utf8.count + line.count <= Self.width }

    /// Lines as they are, without indentation of their own.
    mutating func indented(_ lines: [String]) {
        for line in lines { self.line(line) }
    }
}
