#if SQLite
/// The SQL that creates a module's full text.
extension ModuleLayout {
    /// The table of excluded items, the view of the texts, the index on it, and the list of its words.
    func definitions(of text: TextLayout) -> [String] {
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let usesTextTable = text.columns.contains { !$0.isNarrow }
        let texts = text.columns.map { "\($0.expression) AS \(SQLite.quoted($0.name))" }
        let lines = text.marksLines ? " \(TextTokenizer.linesArgument)" : ""
        return [
            """
            CREATE TABLE IF NOT EXISTS \(SQLite.quoted(text.unindexed)) \
            (item INTEGER PRIMARY KEY, isVetoed INTEGER NOT NULL) STRICT
            """,
            """
            CREATE VIEW \(SQLite.quoted(text.view)) AS SELECT m.item AS item, m.id AS id, \
            \(texts.joined(separator: ", ")) FROM \(SQLite.quoted(table)) AS m\
            \(usesTextTable ? " LEFT JOIN \(SQLite.quoted(textTable)) AS t ON t.item = m.item" : "") \
            WHERE NOT EXISTS (SELECT 1 FROM \(SQLite.quoted(text.unindexed)) AS u WHERE u.item = m.item)
            """,
            """
            CREATE VIRTUAL TABLE \(SQLite.quoted(text.index)) USING fts5(\(columns), \
            content='\(text.view)', content_rowid='item', \
            tokenize='\(TextTokenizer.name) \(TextTokenizer.argument(text.analyzer))\(lines)', prefix='1 2 3')
            """,
            "CREATE VIRTUAL TABLE \(SQLite.quoted(text.words)) USING fts5vocab('\(text.index)', 'col')",
        ]
    }

    /// True for a row of the view that a hook excludes.
    func veto(of text: TextLayout) -> String {
        "(quire_text_hooks() AND NOT quire_text_wanted(\(hookArguments(of: text))))"
    }

    /// Calls the hook after a row of the view has been indexed.
    func report(of text: TextLayout) -> String {
        "CASE WHEN quire_text_hooks() THEN quire_text_indexed(\(hookArguments(of: text))) END"
    }

    private func hookArguments(of text: TextLayout) -> String {
        let columns = text.columns.map { SQLite.quoted($0.name) }
        return (["'\(text.name)'", "id"] + columns).joined(separator: ", ")
    }
}

extension TextLayout.Column {
    /// The plain text of the field.
    fileprivate var expression: String {
        let column = "\(isNarrow ? "m" : "t").\(SQLite.quoted(name))"
        return form == .plain ? column : "quire_plain_text('\(form.signature)', \(column))"
    }
}
#endif
