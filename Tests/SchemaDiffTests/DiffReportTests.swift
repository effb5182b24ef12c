import QuireSchema
import QuireSchemaDiff
import Testing

/// What a comparison reports, and how.
@Suite("A diff")
struct DiffReportTests {
    private func books(_ fields: String, head: String = "") -> String {
        "{\"quire\": 1,\(head) \"modules\": [{\"name\": \"books\", \"fields\": [\(fields)]}]}"
    }

    @Test("Formatting, the order of keys, modules and choices, and explicit defaults are no changes")
    func formatting() throws {
        let before = """
            {"quire": 1, "access": "internal", "modules": [
              {"name": "books", "fields": [{"name": "genre", "type": "choice", "values": ["a", "b"], "required": false}]},
              {"name": "authors", "fields": []}]}
            """
        let after =
            #"{"modules":[{"fields":[],"name":"authors"},{"fields":[{"values":["b","a"],"type":"choice","name":"genre"}],"name":"books"}],"quire":1}"#
        #expect(try SchemaPair(before, after).diff.changes.isEmpty)
    }

    @Test("A change has both locations, the verdicts with reasons, and a remedy")
    func text() throws {
        let pair = try SchemaPair(
            books(#"{"name": "age", "type": "integer", "required": true}"#),
            books("\n" + #"{"name": "age", "type": "text", "required": true}"#))
        let report = TextReport(pair.diff, gate: Gate())
        #expect(
            report.lines == [
                "breaking: books.age: type changed from integer to text [type-changed]",
                "  new.json:2:10",
                "  before: old.json:1:64",
                "  source breaking: the Swift type changes from Int to String",
                "  wire   breaking: values of the old type do not fit the new one",
                "  stored breaking: stored values become unreadable in the field",
                "  index  risky: collections must be rebuilt; searches for the new schema fail until then",
                "  remedy: Add a field with the new type, fill it, and deprecate this one.",
                "", "1 change: 1 breaking; 1 fails the check",
            ], "\(report.lines.joined(separator: "\n"))")
    }

    @Test("A change of a mixin's field is reported once, with all modules")
    func mixin() throws {
        func schema(_ type: String) -> String {
            """
            {"quire": 1, "mixins": [{"name": "named", "fields": [{"name": "title", "type": "\(type)"}]}],
             "modules": [{"name": "books", "mixins": ["named"]}, {"name": "films", "mixins": ["named"], "fields": []}]}
            """
        }
        let changes = try SchemaPair(schema("text"), schema("integer")).diff.changes
        #expect(changes.map(\.paths) == [["books.title", "films.title"]])
    }

    @Test("A removed field with a similar added one comes with the way to rename it")
    func rename() throws {
        let changes = try SchemaPair(
            books(#"{"name": "titel", "type": "text"}"#), books(#"{"name": "title", "type": "text"}"#)
        ).diff.changes
        let removal = try #require(changes.first { $0.kind == .fieldRemoved })
        #expect(
            removal.remedy
                == "If 'titel' was renamed to 'title': add \"was\": [\"titel\"], which keeps the content; or keep "
                + "\"name\": \"titel\" and set \"swiftName\", which servers and older apps do not notice.")
    }

    @Test(
        "A Swift name that another declaration has now is reported as such, and the remedy compiles",
        arguments: [
            (
                #"{"name": "zone", "type": "choice", "values": ["GMT-1"]}"#,
                #"{"name": "zone", "type": "choice", "values": ["GMT 1", {"name": "GMT-1", "swiftName": "gmtMinus1"}]}"#,
                #"{"name": "zone", "type": "choice", "values": [{"name": "GMT 1", "swiftName": "other"}, {"name": "GMT-1", "swiftName": "gmt1"}]}"#,
                "gmt1 now means the value 'GMT 1'",
                #"Set "swiftName": "gmt1", and another "swiftName" for the value 'GMT 1'."#
            ),
            (
                #"{"name": "a b", "type": "text"}"#,
                #"{"name": "a b", "type": "text", "swiftName": "second"}, {"name": "aB", "type": "text"}"#,
                #"{"name": "a b", "type": "text", "swiftName": "aB"}, {"name": "aB", "type": "text", "swiftName": "other"}"#,
                "aB now means the field 'aB'",
                #"Set "swiftName": "aB", and another "swiftName" for the field 'aB'."#
            ),
        ])
    func movedNames(old: String, new: String, remedied: String, reason: String, remedy: String) throws {
        let changes = try SchemaPair(books(old), books(new)).diff.changes
        let change = try #require(changes.first { $0.kind == .swiftNameChanged })
        #expect(change.source.reason == reason + ", so old code compiles and does something else")
        #expect(change.remedy == remedy)
        let after = try SchemaPair(books(old), books(remedied)).diff
        #expect(after.severity(for: [.source]) == .safe, "\(after.changes)")
    }

    @Test("A removed or renamed value whose Swift name another one has now is reported as such")
    func takenNames() throws {
        func choice(_ values: String) -> String {
            books(#"{"name": "f", "type": "choice", "values": [\#(values)]}"#)
        }
        for (new, kind) in [
            (#""A 1""#, ChangeKind.choiceRemoved), (#"{"name": "b", "was": ["A-1"]}, "A 1""#, .choiceRenamed),
        ] {
            let changes = try SchemaPair(choice(#""A-1""#), choice(new)).diff.changes
            let change = try #require(changes.first { $0.kind == kind })
            #expect(
                (change.source.reason ?? "").contains("a1 now means the value 'A 1', so old code compiles"),
                "\(change)")
        }
    }

    @Test("Values are compared by their bytes, so that a composed and a decomposed letter differ")
    func bytes() throws {
        let changes = try SchemaPair(
            books(#"{"name": "f", "type": "choice", "values": ["caf\u00e9"]}"#),
            books(#"{"name": "f", "type": "choice", "values": ["cafe\u0301"]}"#)
        ).diff.changes
        #expect(changes.contains { $0.kind == .choiceRemoved })
    }

    @Test("A gate counts only its aspects, from its severity on")
    func gate() throws {
        // Breaks only the source.
        let changes = try SchemaPair(
            books(#"{"name": "a", "type": "text"}"#),
            books(#"{"name": "a", "type": "text", "swiftName": "b"}"#)
        ).diff.changes
        let change = try #require(changes.first)
        #expect(Gate().fails(change))
        #expect(Gate(aspects: [.source]).fails(change))
        #expect(!Gate(aspects: [.wire, .stored, .index], limit: .risky).fails(change))
        // Is risky for the source.
        let risky = try #require(
            try SchemaPair(
                books(#"{"name": "a", "type": "integer", "default": 1}"#),
                books(#"{"name": "a", "type": "integer", "default": 2}"#)
            ).diff.changes.first)
        #expect(!Gate().fails(risky) && Gate(limit: .risky).fails(risky))
    }

    @Test("A gate explains an unknown aspect or severity")
    func unknownGate() {
        #expect {
            try Gate(aspects: "source,sauce", limit: nil)
        } throws: {
            "\($0)"
                == "unknown aspect 'sauce' in --for; expected source, wire, stored, index, separated by commas"
        }
        #expect {
            try Gate(aspects: nil, limit: "safe")
        } throws: {
            "\($0)" == "unknown severity 'safe' in --fail-on; expected breaking or risky"
        }
    }

    @Test("Modules, enums, locales and the access level are compared too")
    func document() throws {
        let before = """
            {"quire": 1, "access": "public", "locales": ["en", "fr"], "enums": [{"name": "kind", "values": ["a"]}],
             "modules": [{"name": "books", "id": "1", "fields": []}, {"name": "films", "fields": []}]}
            """
        let after = """
            {"quire": 1, "locales": [{"name": "en", "fallbacks": ["de"]}, "de"], "enums": [{"name": "sort", "values": ["a"]}],
             "modules": [{"name": "books", "id": "2", "single": true, "fields": []}, {"name": "plays", "fields": []}]}
            """
        let kinds = try SchemaPair(before, after).diff.changes.map(\.kind)
        #expect(
            kinds == [
                .accessChanged, .localeChanged, .localeAdded, .localeRemoved, .enumAdded, .enumRemoved,
                .moduleIDChanged, .singleChanged, .moduleAdded, .moduleRemoved,
            ], "\(kinds)")
    }

    @Test("Failing changes have the compiler's format, with the old location as a note")
    func diagnostics() throws {
        let pair = try SchemaPair(
            books(#"{"name": "a", "type": "text"}"#),
            books(#"{"name": "a", "type": "text", "swiftName": "b"}"#))
        #expect(
            pair.diff.diagnostics(Gate()).map(\.description) == [
                """
                new.json:1:64: error: books.a: the Swift name changed from a to b: breaking for source (a no longer exists). \
                Set "swiftName": "a". [swift-name-changed]
                old.json:1:64: note: before the change
                """
            ])
    }
}
