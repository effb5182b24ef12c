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
