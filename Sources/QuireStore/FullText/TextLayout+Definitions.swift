#if SQLite
/// The SQL that makes a module's full text.
extension ModuleLayout {
    /// The table of items left out, the view of the texts, the index over it, and the list of its words.
    func definitions(of text: TextLayout) -> [String] {
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let usesTextTable = text.columns.contains { !$0.isNarrow }
        let texts = text.columns.map { "\($0.expression) AS \(SQLite.quoted($0.name))" }
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
            tokenize='\(TextTokenizer.name) \(TextTokenizer.argument(text.analyzer))', prefix='2 3')
            """,
            "CREATE VIRTUAL TABLE \(SQLite.quoted(text.words)) USING fts5vocab('\(text.index)', 'col')",
        ]
    }

    /// Keeps the index with the rows of the narrow table.
    ///
    /// Whoever changes an item deletes its narrow row first, then changes the text row, then inserts the narrow row: so
    /// the view has the old texts for the one and the new ones for the other.
    /// - Parameter isStopped: Whether new rows are marked as unindexed, instead of being indexed.
    func triggers(of text: TextLayout, isStopped: Bool) -> [String] {
        let index = SQLite.quoted(text.index)
        let view = SQLite.quoted(text.view)
        let unindexed = SQLite.quoted(text.unindexed)
        let columns = text.columns.map { SQLite.quoted($0.name) }.joined(separator: ", ")
        let insert: [String]
        if isStopped {
            insert = ["INSERT INTO \(unindexed) (item, isVetoed) VALUES (NEW.item, 0)"]
        } else {
            insert = [
                "INSERT INTO \(unindexed) (item, isVetoed) SELECT item, 1 FROM \(view) WHERE item = NEW.item "
                    + "AND \(veto(of: text))",
                "INSERT INTO \(index) (rowid, \(columns)) SELECT item, \(columns) FROM \(view) "
                    + "WHERE item = NEW.item",
                "SELECT \(report(of: text)) FROM \(view) WHERE item = NEW.item",
            ]
        }
        return [
            """
            CREATE TRIGGER \(SQLite.quoted(text.deleteTrigger)) BEFORE DELETE ON \(SQLite.quoted(table)) BEGIN \
            INSERT INTO \(index) (\(index), rowid, \(columns)) \
            SELECT 'delete', item, \(columns) FROM \(view) WHERE item = OLD.item; \
            DELETE FROM \(unindexed) WHERE item = OLD.item; END
            """,
            """
            CREATE TRIGGER \(SQLite.quoted(text.insertTrigger)) AFTER INSERT ON \(SQLite.quoted(table)) BEGIN \
            \(insert.joined(separator: "; ")); END
            """,
        ]
    }

    /// True of a row of the view that a hook wants to be left out.
    func veto(of text: TextLayout) -> String {
        "(quire_text_hooks() AND NOT quire_text_wanted(\(hookArguments(of: text))))"
    }

    /// Tells the hook of a row of the view that it is indexed.
    func report(of text: TextLayout) -> String {
        "CASE WHEN quire_text_hooks() THEN quire_text_indexed(\(hookArguments(of: text))) END"
    }

    private func hookArguments(of text: TextLayout) -> String {
        let columns = text.columns.map { SQLite.quoted($0.name) }
        return (["'\(text.name)'", "id"] + columns).joined(separator: ", ")
    }

    /// Sets the weights of the fields, by which `rank` is made.
    static func ranking(of text: TextLayout) -> String {
        let weights = text.columns.map { String($0.weight) }.joined(separator: ", ")
        let index = SQLite.quoted(text.index)
        return "INSERT INTO \(index) (\(index), rank) VALUES ('rank', 'bm25(\(weights))')"
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
