import QuireCore

/// Items with hostile values, and ordinary ones that no hostile value may match.
enum HostileDocuments {
    static let module = ModuleDescriptor(
        name: "hostile",
        fields: [
            FieldDescriptor(
                name: "title", kind: .text, isSortable: true, facet: .disjunctive, searchWeight: 2),
            FieldDescriptor(name: "words", kind: .list(.text), facet: .conjunctive),
            FieldDescriptor(name: "number", kind: .integer, isSortable: true),
            FieldDescriptor(name: "maker", kind: .relation(module: "hostile")),
            FieldDescriptor(name: "makers", kind: .relations(module: "hostile")),
        ])

    static let table: DocumentTable = {
        var lines = (0..<30).map { number in
            line("plain\(number)", value: ["alpha", "beta", "Alpha Beta"][number % 3], number: number)
        }
        for (number, value) in HostileValues.all.enumerated() {
            lines.append(line("h\(number)", value: value, number: -number))
        }
        // Hostile ids, as far as ids allow it.
        for (number, value) in idValues.enumerated() {
            lines.append(line(value, value: "hosted", number: 1_000 + number))
        }
        return DocumentTable(module, lines: lines, tidyLines: lines)
    }()

    /// Short values without control characters, which ids never contain.
    static let idValues: [String] = HostileValues.all.filter { value in
        !value.isEmpty && value.utf8.count < 100 && value != "." && value != ".."
            && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    private static func line(_ id: String, value: String, number: Int) -> String {
        """
        {"id":\(jsonText(id)),"name":\(jsonText(value)),"tags":[{"name":\(jsonText(value)),"value":\(jsonText(value))}],\
        "values":{"title":\(jsonText(value)),"words":[\(jsonText(value)),"common"],"number":\(number),\
        "maker":\(jsonText(value)),"makers":[\(jsonText(value)),"m1"]}}
        """
    }
}

/// Values with a meaning in some engine's language, which must always be read as values.
enum HostileValues {
    static let all: [String] = [
        "`", "``", "`x` || number:>=0 || title:`y", "x` || number:>=0 || title:`y", "\\` || number:>0",
        "x`] || number:>=0",
        "] || number:>=0", "[Alpha]", "[..20]", "[0..99]", ">0", ":=x", "!=x", "x && number:>=0",
        "x || number:>=0", "&&",
        "||", "(", ")", "(x", "x)", "\"", "\"x\" OR \"y\"", "'", "''", "x' OR '1'='1",
        "'; DROP TABLE m_hostile; --",
        "\\", "\\\\", "\\'", "\\\"", "\\n", "*", "?", "a*", "*a*", "a?b", "%", "_", "%a%", "title:alpha",
        "number:[0 TO 9]", "_exists_:title", "AND", "OR NOT", "+alpha -beta", "alpha~2", "/al.*/",
        "{\"match_all\":{}}",
        "\",\"query\":{\"match_all\":{}},\"x\":\"", "{\"$ne\":null}", "$where", "<b>alpha</b>", "<mark>",
        "&amp;",
        "a,b;c", "a\nb", "\n", "a\r\nb", "\t", "\u{0}", "alpha\u{0}", "\u{0}alpha", "a\u{0}b", "\u{2028}",
        "\u{FEFF}", "\u{202E}",
        "\u{7F}", "\u{1B}[31m", "../../etc/passwd", "%00", "%60", "a/b?c=d#e", "null", "true", "NaN", "-1",
        "1e999",
        "é", "e\u{301}", "👨‍👩‍👧", "\u{10FFFF}", " ", "  alpha  ", "", "...", "hosts", "m1",
        String(repeating: "long`", count: 7_000), String(repeating: "`] || number:>=0 ", count: 500),
    ]
}
