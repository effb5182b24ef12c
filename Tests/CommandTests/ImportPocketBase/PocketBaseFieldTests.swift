import QuireCommand
import Testing

@Suite("Import: fields of PocketBase")
struct PocketBaseFieldTests {
    private static let exact = #""operators":["=","!=","in","!in"]"#
    private static let text = #""type":"text","sortable":true,\#(exact)"#

    @Test(
        "Each type of field has the type, constraints and operators that mean the same",
        arguments: [
            (#""type":"text""#, #"\#(text),"maxLength":5000"#),
            (
                #""type":"text","min":2,"max":9,"pattern":"^a.b$""#,
                #"\#(text),"minLength":2,"maxLength":9,"pattern":"^a[^\\n]b$""#
            ),
            (#""type":"text","min":9,"max":2"#, text),
            (
                #""type":"text","help":"Words.","required":true"#,
                #"\#(text),"maxLength":5000,"description":"Words.\nPocketBase refuses items without a value.""#
            ),
            (
                #""type":"text","autogeneratePattern":"[a-z]{9}""#,
                #"\#(text),"maxLength":5000,"description":"PocketBase generates a text of the pattern '[a-z]{9}' if none is given.""#
            ),
            (#""type":"editor","maxSize":0"#, #""type":"html","operators":[]"#),
            (
                #""type":"editor","maxSize":9"#,
                #""type":"html","operators":[],"description":"At most 9 bytes.""#
            ),
            (
                #""type":"email","onlyDomains":["a.org","b.org"]"#,
                #"\#(text),"description":"An email address.\nOnly of the domains a.org, b.org.""#
            ),
            (
                #""type":"url","exceptDomains":["c.org"]"#,
                #""type":"url",\#(exact),"description":"Not of the domains c.org.""#
            ),
            (#""type":"number","min":null,"max":null"#, #""type":"number","required":true,"sortable":true"#),
            (
                #""type":"number","onlyInt":true,"min":-5,"max":7"#,
                #""type":"integer","required":true,"sortable":true,"minimum":-5,"maximum":7"#
            ),
            (
                #""type":"number","min":3"#,
                #""type":"number","required":true,"sortable":true,"description":"PocketBase accepts 0, and numbers of at least 3.""#
            ),
            (
                #""type":"number","min":3.5,"required":true"#,
                #""type":"number","required":true,"sortable":true,"minimum":3.5,"description":"PocketBase refuses 0.""#
            ),
            (#""type":"bool""#, #""type":"boolean","required":true,"sortable":true"#),
            (
                #""type":"bool","required":true"#,
                #""type":"boolean","required":true,"sortable":true,"description":"PocketBase refuses false.""#
            ),
            (#""type":"date","min":"","max":"""#, #""type":"dateTime","format":"rfc3339","sortable":true"#),
            (
                #""type":"date","max":"2030-01-01 00:00:00.000Z""#,
                #""type":"dateTime","format":"rfc3339","sortable":true,"description":"Not after 2030-01-01 00:00:00.000Z.""#
            ),
            (
                #""type":"autodate","onUpdate":true"#,
                #""type":"dateTime","format":"rfc3339","sortable":true,"description":"PocketBase sets it when an item is updated.\nIt ignores what an app writes.""#
            ),
            (
                #""type":"select","values":["a b","class"],"maxSelect":1"#,
                #""type":"choice","values":["a b","class"],"sortable":true"#
            ),
            (
                #""type":"select","values":["a b","A-b"],"maxSelect":1"#,
                #""type":"choice","values":["a b",{"name":"A-b","swiftName":"aMinusB"}],"sortable":true"#
            ),
            (
                #""type":"select","values":["x","y","z"],"maxSelect":2"#,
                #""type":"choices","values":["x","y","z"],"maxItems":2"#
            ),
            (#""type":"select","values":["x","y"],"maxSelect":9"#, #""type":"choices","values":["x","y"]"#),
            (
                #""type":"relation","collectionId":"a1","maxSelect":1"#,
                #""type":"relation","module":"authors""#
            ),
            (
                #""type":"relation","collectionId":"a1","maxSelect":9,"minSelect":2"#,
                #""type":"relations","module":"authors","maxItems":9,"description":"None, or at least 2.""#
            ),
            (
                #""type":"relation","collectionId":"a1","maxSelect":9,"required":true"#,
                #""type":"relations","module":"authors","minItems":1,"maxItems":9,"description":"PocketBase refuses items without a value.""#
            ),
            (
                #""type":"relation","collectionId":"s1","maxSelect":1"#,
                #""type":"text",\#(exact),"description":"The id of '_superusers', which the schema does not contain.""#
            ),
            (
                #""type":"relation","collectionId":"s1","maxSelect":2"#,
                #""type":"list","of":"text","maxItems":2,"description":"Ids of '_superusers', which the schema does not contain.""#
            ),
            (#""type":"file","maxSelect":1,"thumbs":["1x1"]"#, #""type":"document","operators":[]"#),
            (
                #""type":"file","maxSelect":3,"mimeTypes":["audio/ogg","audio/mpeg"]"#,
                #""type":"list","of":"audio","operators":[],"maxItems":3,"description":"Of the types audio/ogg, audio/mpeg.""#
            ),
            (
                #""type":"file","mimeTypes":["video/mp4","image/png"],"protected":true,"maxSize":7"#,
                #""type":"document","operators":[],"description":"Of the types video/mp4, image/png.\nReading it needs a file token.\nAt most 7 bytes.""#
            ),
            (#""type":"json","maxSize":5"#, #""type":"json","description":"At most 5 bytes.""#),
            (
                #""type":"geoPoint""#,
                #""type":"geopoint","required":true,"description":"The place 0, 0 if none was given.""#
            ),
            (
                #""type":"vector""#,
                #""type":"json","description":"Of PocketBase's type 'vector', whose values Quire does not know.""#
            ),
        ])
    func types(_ declared: String, _ expected: String) throws {
        let found = try PocketBaseDescription(fields: #"{"name":"f",\#(declared)}"#)
        #expect(try found.field() == PocketBaseDescription.canonical("{\(expected)}"), "\(found.notes)")
    }

    @Test(
        "A choice of several whose values PocketBase cannot find exactly has no operators, which is reported")
    func inexactChoices() throws {
        for values in [#"["a","A"]"#, #"["50%","x"]"#, #"["a\"b","x"]"#, #"["a<b","x"]"#, #"["a\nb","x"]"#] {
            let found = try PocketBaseDescription(
                fields: #"{"name":"f","type":"select","maxSelect":2,"values":\#(values)}"#)
            #expect(try found.fields()[0]["operators"] as? [String] == [])
            #expect(found.notes.contains("PocketBase cannot find single values of 'm.f' exactly"))
        }
        let exact = try PocketBaseDescription(
            fields: #"{"name":"f","type":"select","maxSelect":2,"values":["é","É","a_b"]}"#)
        #expect(try exact.fields()[0]["operators"] == nil)
    }

    @Test("The dates 'created' and 'updated' are those of every item; under other names they are fields")
    func dates() throws {
        let found = try PocketBaseDescription(
            fields: """
                {"name":"created","type":"autodate","onCreate":true,"onUpdate":false},
                {"name":"updated","type":"autodate","onCreate":true,"onUpdate":true},
                {"name":"made","type":"autodate","onCreate":true}
                """)
        #expect(try found.fields().map { $0["name"] as? String } == ["made"])
        #expect(!found.notes.contains("'m' has no autodate"))
        let other = try PocketBaseDescription(fields: #"{"name":"updated","type":"date"}"#)
        #expect(try other.fields().map { $0["type"] as? String } == ["dateTime"])
        #expect(other.notes.contains("'m' has no autodate 'updated'"))
    }

    @Test("The id, hidden fields and passwords are left out; the last two are reported")
    func leftOut() throws {
        let found = try PocketBaseDescription(
            fields: """
                {"name":"id","type":"text","primaryKey":true,"system":true},
                {"name":"password","type":"password","hidden":true}, {"name":"tokenKey","type":"text","hidden":true},
                {"name":"email","type":"email","system":true}, {"name":"name","type":"text"}
                """, type: "auth",
            settings:
                #","indexes":["CREATE UNIQUE INDEX `i` ON `m` (`tokenKey`)","CREATE UNIQUE INDEX `j` ON `m` (`email`) WHERE `email` != ''"]"#
        )
        #expect(try found.fields().map { $0["name"] as? String } == ["email", "name"])
        #expect(
            found.notes.contains(
                "hidden fields of 'm' are left out, because only superusers can read them: 'tokenKey'"))
        #expect(
            found.notes.contains(
                "passwords of 'm' are left out, because PocketBase never returns them: 'password'"))
        #expect(!found.notes.contains("unique"))
        let email = try found.fields()[0]
        #expect(email["unique"] as? Bool == true)
        #expect((email["description"] as? String)?.contains("unless 'emailVisibility' is true") == true)
    }

    @Test(
        "A unique index is 'unique' only where both count the same values; others are reported",
        arguments: [
            ("t", "create unique index if not exists i on m (t) where t <> ''", true),
            ("t", "CREATE UNIQUE INDEX i ON m (`t`) WHERE [t] != ''", true),
            ("t", "CREATE UNIQUE INDEX i ON m (t)", false),
            ("t", "CREATE UNIQUE INDEX i ON m (t COLLATE NOCASE) WHERE t != ''", false),
            ("t", "CREATE UNIQUE INDEX i ON m (t, n)", false),
            ("t", "CREATE UNIQUE INDEX i ON m (t) WHERE n != ''", false),
            ("n", "CREATE UNIQUE INDEX i ON m (n)", true),
            ("n", "CREATE UNIQUE INDEX i ON m (n) WHERE n != ''", false),
        ])
    func unique(_ name: String, _ index: String, _ isUnique: Bool) throws {
        let found = try PocketBaseDescription(
            fields: #"{"name":"t","type":"text"},{"name":"n","type":"number"}"#,
            settings: #","indexes":["\#(index)","CREATE INDEX o ON m (t)"]"#)
        let field = try found.fields().first { $0["name"] as? String == name }
        #expect((field?["unique"] as? Bool ?? false) == isUnique)
        #expect(found.notes.contains("is not the same as 'unique' of a field") != isUnique, "\(found.notes)")
    }

    @Test("Settings that a schema does not have are counted in the report")
    func otherSettings() throws {
        let found = try PocketBaseDescription(
            fields: """
                {"name":"e","type":"editor","convertURLs":true}, {"name":"f","type":"file","thumbs":["9x9"]},
                {"name":"g","type":"file","thumbs":["9x9"]}, {"name":"h","type":"file","thumbs":[]},
                {"name":"r","type":"relation","collectionId":"a1","cascadeDelete":true}
                """)
        #expect(
            found.notes.contains(
                "'m': settings without an equivalent in a schema are left out: cascadeDelete (1), convertURLs (1), thumbs (2)"
            ), "\(found.notes)")
    }

    @Test("The fields of a view have no limits, because nothing is written to it")
    func view() throws {
        let found = try PocketBaseDescription(
            fields: """
                {"name":"t","type":"text","required":true,"max":3}, {"name":"n","type":"number","min":4},
                {"name":"r","type":"relation","collectionId":"a1","maxSelect":5,"minSelect":2}
                """, type: "view")
        for field in try found.fields() {
            #expect(field["maxLength"] == nil && field["maxItems"] == nil && field["description"] == nil)
        }
        #expect(found.notes.contains("'m' is a view, so its items can be read but not written"))
    }
}
