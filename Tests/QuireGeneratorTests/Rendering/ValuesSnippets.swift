import QuireGenerator
import Testing

@Suite("Snippets: the code for a module")
struct ValuesSnippets {
    @Test("A complete small module")
    func whole() throws {
        let text = try generated(
            schema(
                #"""
                {"name": "books", "item": "Book", "id": "0042", "description": "Books of the shop.", "fields": [
                  {"name": "title", "type": "text", "required": true, "sortable": true, "searchable": 10},
                  {"name": "tags", "type": "list", "of": "text"}]}
                """#)
        ).text
        let expected = ##"""
            import Quire

            // MARK: - Books

            /// Books of the shop.
            nonisolated enum Books: ContentModule {
                static let descriptor = ModuleDescriptor(
                    #"""
                    {"name": "books", "id": "0042", "fields": [
                      {"name": "title", "type": "text", "required": true, "sortable": true, "searchable": 10},
                      {"name": "tags", "type": "list", "of": {"type": "text"}}]}
                    """#)

                struct Fields: FieldSet {
                    init() {}
                    static var table: FieldTable { Books.descriptor.fields }

                    var title: Field<Self, String, Searchable<Sortable<TextOperators>>> { .init("title") }

                    var tags: Field<Self, [String], ListOperators> { .init("tags") }
                }

                /// The values of an item of `Books`.
                struct Values: FieldwiseValues {
                    var title: String
                    var tags: [String]

                    init(title: String, tags: [String] = []) {
                        self.title = title
                        self.tags = tags
                    }

                    static var table: FieldTable { Books.descriptor.fields }

                    init(from reader: inout ValuesReader) throws(ValueDecodingError) {
                        title = try reader.value(0)
                        tags = try reader.value(1)
                    }

                    static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
                        visitor.value(left.title, right.title, at: 0)
                        visitor.value(left.tags, right.tags, at: 1)
                    }
                }

                typealias Draft = ContentDraft<Books>

                /// The metadata whose name no field has.
                struct ItemMetadata: UnhiddenMetadata {
                    var metadata: ContentMetadata
                    init(metadata: ContentMetadata) { self.metadata = metadata }
                    var tags: HiddenByField { get { HiddenByField() } set {} }
                }
            }

            /// An item of `Books`.
            typealias Book = Content<Books>

            """##
        #expect(text.contains(expected), "\(text)")
    }

    @Test(
        "Every field type has its Swift type, optional unless required; lists are empty, never optional",
        arguments: [
            (#""text""#, "String?"), (#""longText""#, "String?"), (#""html""#, "String?"),
            (#""integer""#, "Int?"),
            (#""number""#, "Double?"), (#""boolean""#, "Bool?"), (#""date""#, "Date?"), (#""time""#, "Date?"),
            (#""dateTime""#, "Date?"), (#""url""#, "ContentURL?"), (#""image""#, "ContentURL?"),
            (#""video""#, "ContentURL?"), (#""audio""#, "ContentURL?"), (#""document""#, "ContentURL?"),
            (#""color""#, "HexColor?"), (#""geopoint""#, "GeoPoint?"), (#""json""#, "JSONValue?"),
            (#""localizedText""#, "LocalizedText?"), (#""choice", "values": ["a"]"#, "Field?"),
            (#""choices", "values": ["a"]"#, "[Field]"), (#""list", "of": "integer""#, "[Int]"),
            (#""relation", "module": "books""#, "Relation<Books>?"),
            (#""relations", "module": "books""#, "[Relation<Books>]"),
            (#""text", "required": true"#, "String"), (#""list", "of": "date", "required": true"#, "[Date]"),
        ])
    func types(type: String, swift: String) throws {
        let text = try generated(module(fields: #"{"name": "field", "type": \#(type)}"#)).text
        #expect(text.contains("        var field: \(swift)\n"), "\(text)")
    }

    @Test("A field compares a relation by its id")
    func relationField() throws {
        let text = try generated(module(fields: #"{"name": "next", "type": "relation", "module": "books"}"#))
            .text
        #expect(text.contains("var next: Field<Self, ContentID<Books>?, RelationOperators>"))
        #expect(text.contains(#"visitor.visit("next", &next)"#))
    }

    @Test("Relations in objects are fields and visited if queries see them")
    func relationsInObjects() throws {
        let text = try generated(
            module(
                fields: #"""
                    {"name": "size", "type": "object", "fields": [
                      {"name": "next", "type": "relation", "module": "books", "facet": "disjunctive"},
                      {"name": "other", "type": "relation", "module": "books"}]},
                    {"name": "parts", "type": "list", "of": {"type": "object", "fields": [
                      {"name": "next", "type": "relation", "module": "books", "operators": ["=", "!=", "in", "!in"]},
                      {"name": "all", "type": "relations", "module": "books", "operators": ["in", "!in", "contains"]}]}}
                    """#)
        ).text
        #expect(text.contains("var next: Field<Self, ContentID<Books>?, Facetable<RelationOperators>>"))
        #expect(text.contains("var next: Field<Self, ContentID<Books>?, InListedObject<RelationOperators>>"))
        #expect(text.contains("var all: Field<Self, [ContentID<Books>], ListOperators>"))
        #expect(!text.contains("var other: Field"))
        #expect(text.contains(#"visitor.visit("size", object: &size)"#))
        #expect(text.contains(#"visitor.visit("parts", object: &parts)"#))
        #expect(text.contains(#"visitor.visit("all", &all)"#))
        #expect(!text.contains(#"visitor.visit("other""#))
    }

    @Test("Only modules with relations visit relations")
    func noRelations() throws {
        let text = try generated(module(fields: #"{"name": "title", "type": "text"}"#)).text
        #expect(!text.contains("visitRelations"))
    }

    @Test("Defaults become default arguments of the initializer")
    func defaults() throws {
        let text = try generated(
            module(
                fields: #"""
                    {"name": "a", "type": "text", "default": "x\"y", "required": true},
                    {"name": "b", "type": "integer", "default": -5}, {"name": "c", "type": "boolean", "default": true},
                    {"name": "d", "type": "number", "default": 0.5}, {"name": "e", "type": "color", "default": "#fff"},
                    {"name": "f", "type": "list", "of": "text", "default": ["p", "q"]},
                    {"name": "g", "type": "choice", "values": ["one", "two"], "default": "two"}
                    """#)
        ).text
        for parameter in [
            #"a: String = "x\"y","#, "b: Int? = -5,", "c: Bool? = true,", "d: Double? = 0.5,",
            ##"e: HexColor? = "#fff","##, #"f: [String] = ["p", "q"],"#, "g: G? = .two",
        ] {
            #expect(text.contains(parameter), "\(parameter) in \(text)")
        }
    }

    @Test("An object is a struct with its own entry in the table")
    func object() throws {
        let generation = try generated(
            module(
                fields: #"""
                    {"name": "title", "type": "text"},
                    {"name": "size", "type": "object", "fields": [{"name": "width", "type": "number", "required": true},
                      {"name": "unit", "type": "object", "fields": [{"name": "name", "type": "text"}]}]}
                    """#))
        let size = try generation.declaration("struct Size: FieldwiseValues")
        #expect(size.contains("    static let table: FieldTable = Books.descriptor.fields.object(1)\n"))
        #expect(size.contains("        static let table: FieldTable = Books.Size.table.object(1)\n"))
        #expect(size.contains("    var width: Double\n    var unit: Unit?\n"))
    }

    @Test("Deprecated declarations are marked, and the generated code has no warnings about them")
    func deprecated() throws {
        let text = try generated(
            schema(
                #"""
                {"name": "books", "item": "Book", "deprecated": "Use works.", "fields": [
                  {"name": "old", "type": "text", "deprecated": true}]}
                """#)
        ).text
        #expect(text.contains(#"@available(*, deprecated, message: "Use works.")"# + "\ntypealias Book"))
        #expect(text.contains("    static func query() -> Query<Self> { Query() }"))
        #expect(text.contains("        @available(*, deprecated)\n        var old: String? {\n"))
        #expect(text.contains("            self.oldStorage = old\n"))
    }
}
