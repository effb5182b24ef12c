// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Foundation
import Quire

// MARK: - Books

/// Books: */ """# \#(fatalError()) \(fatalError())
/// and the rest
/// of it.
nonisolated enum Books: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "books", "id": "00000000000000000000000a", "fields": [
          {"name": "tags", "type": "list", "of": {"type": "text"}},
          {"name": "title", "type": "text", "required": true, "sortable": true, "searchable": 10},
          {"name": "age", "type": "integer", "required": true, "sortable": true},
          {"name": "blurb", "type": "longText", "searchable": 1},
          {"name": "page", "type": "html"},
          {"name": "rating", "type": "number"},
          {"name": "in print", "type": "boolean"},
          {"name": "released", "type": "date", "format": "dateOnly"},
          {"name": "doors", "type": "time", "format": "epochSeconds"},
          {"name": "updated", "type": "dateTime", "format": "rfc3339"},
          {"name": "moments", "type": "list", "of": {"type": "dateTime"}},
          {"name": "site", "type": "url"},
          {"name": "cover", "type": "image"},
          {"name": "trailer", "type": "video"},
          {"name": "sample", "type": "audio"},
          {"name": "contract", "type": "document"},
          {"name": "shade", "type": "color"},
          {"name": "place", "type": "geopoint"},
          {"name": "extra", "type": "json"},
          {"name": "language", "type": "choice", "facet": "disjunctive"},
          {"name": "spoken", "type": "choices"},
          {"name": "binding", "type": "choice", "required": true, "default": "paper-back", "closed": ["hardback", "paper-back"]},
          {"name": "mood", "type": "choice"},
          {"name": "size", "type": "object", "fields": [{"name": "width", "type": "number", "required": true, "query": true, "sortable": true}, {"name": "unit", "type": "choice", "query": true, "facet": "disjunctive", "closed": ["cm", "in"]}, {"name": "box", "type": "object", "fields": [{"name": "label", "type": "text", "query": true}, {"name": "note", "type": "text", "required": true}]}, {"name": "history", "type": "list", "of": {"type": "object", "fields": [{"name": "when", "type": "date", "query": true}, {"name": "who", "type": "text", "query": true, "searchable": 2}, {"name": "notes", "type": "list", "of": {"type": "text"}, "query": true, "facet": "conjunctive"}]}}]},
          {"name": "isbn", "type": "scalar", "base": "text"},
          {"name": "names", "type": "localizedText"},
          {"name": "author", "type": "relation", "module": "authors"},
          {"name": "editors", "type": "relations", "module": "authors"},
          {"name": "\u0022\u0022\u0022#\u005C#(fatalError())", "type": "text"},
          {"name": "default", "type": "text"},
          {"name": "self", "type": "text"},
          {"name": "reader", "type": "text"},
          {"name": "old", "type": "text"},
          {"name": "gone", "type": "integer"}]}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Books.descriptor.fields }
        typealias ConditionScope = NestedFieldScope<Self>

        var tags: Field<Self, [String], ListOperators> { .init("tags") }

        /// The title.
        var title: Field<Self, String, Searchable<Sortable<TextOperators>>> { .init("title") }

        var age: Field<Self, Int, Sortable<NumberOperators>> { .init("age") }

        var blurb: Field<Self, String?, Searchable<LongTextOperators>> { .init("blurb") }

        var page: Field<Self, String?, LongTextOperators> { .init("page") }

        var rating: Field<Self, Double?, NumberOperators> { .init("rating") }

        var inPrint: Field<Self, Bool?, BooleanOperators> { .init("in print") }

        var released: Field<Self, Date?, DateOperators> { .init("released") }

        var doors: Field<Self, Date?, DateOperators> { .init("doors") }

        var updated: Field<Self, Date?, DateOperators> { .init("updated") }

        var moments: Field<Self, [Date], OrderedListOperators> { .init("moments") }

        var site: Field<Self, ContentURL?, URLOperators> { .init("site") }

        var cover: Field<Self, ContentURL?, URLOperators> { .init("cover") }

        var trailer: Field<Self, ContentURL?, URLOperators> { .init("trailer") }

        var sample: Field<Self, ContentURL?, URLOperators> { .init("sample") }

        var contract: Field<Self, ContentURL?, URLOperators> { .init("contract") }

        var shade: Field<Self, HexColor?, ChoiceOperators> { .init("shade") }

        var place: Field<Self, GeoPoint?, GeoOperators> { .init("place") }

        var extra: Field<Self, JSONValue?, NoOperators> { .init("extra") }

        var language: Field<Self, Language?, Facetable<ChoiceOperators>> { .init("language") }

        var spoken: Field<Self, [Language], ListOperators> { .init("spoken") }

        var binding: Field<Self, Binding, ChoiceOperators> { .init("binding") }

        var mood: Field<Self, Mood?, ChoiceOperators> { .init("mood") }

        var size: Field<Self, Size?, NoOperators> { .init("size") }

        /// Operators: `=`, `in`, `isNull`.
        var isbn: Field<Self, ISBN?, EqualInOperators> { .init("isbn") }

        var names: Field<Self, LocalizedText?, NoOperators> { .init("names") }

        var author: Field<Self, ContentID<Authors>?, RelationOperators> { .init("author") }

        var editors: Field<Self, [ContentID<Authors>], ListOperators> { .init("editors") }

        /// */ }
        var hostile: Field<Self, String?, TextOperators> { .init("\"\"\"#\\#(fatalError())") }

        var `default`: Field<Self, String?, TextOperators> { .init("default") }

        var selfField: Field<Self, String?, TextOperators> { .init("self") }

        var reader: Field<Self, String?, TextOperators> { .init("reader") }

        @available(*, deprecated, message: "Use title.")
        var old: Field<Self, String?, TextOperators> { .init("old") }

        @available(*, deprecated)
        var gone: Field<Self, Int?, NumberOperators> { .init("gone") }
    }

    /// The values of an item of `Books`.
    struct Values: FieldwiseValues {
        var tags: [String]
        /// The title.
        var title: String
        var age: Int
        var blurb: String?
        var page: String?
        var rating: Double?
        var inPrint: Bool?
        var released: Date?
        var doors: Date?
        var updated: Date?
        var moments: [Date]
        var site: ContentURL?
        var cover: ContentURL?
        var trailer: ContentURL?
        var sample: ContentURL?
        var contract: ContentURL?
        var shade: HexColor?
        var place: GeoPoint?
        var extra: JSONValue?
        var language: Language?
        var spoken: [Language]
        var binding: Binding
        var mood: Mood?
        var size: Size?
        var isbn: ISBN?
        var names: LocalizedText?
        var author: Relation<Authors>?
        var editors: [Relation<Authors>]
        /// */ }
        var hostile: String?
        var `default`: String?
        var selfField: String?
        var reader: String?
        @available(*, deprecated, message: "Use title.")
        var old: String? {
            get { oldStorage }
            set { oldStorage = newValue }
        }
        private var oldStorage: String?
        @available(*, deprecated)
        var gone: Int? {
            get { goneStorage }
            set { goneStorage = newValue }
        }
        private var goneStorage: Int?

        init(
            tags: [String] = [],
            title: String,
            age: Int,
            blurb: String? = nil,
            page: String? = nil,
            rating: Double? = 2.5,
            inPrint: Bool? = true,
            released: Date? = Date(timeIntervalSince1970: 1709164800),
            doors: Date? = nil,
            updated: Date? = nil,
            moments: [Date] = [],
            site: ContentURL? = "https://example.org",
            cover: ContentURL? = nil,
            trailer: ContentURL? = nil,
            sample: ContentURL? = nil,
            contract: ContentURL? = nil,
            shade: HexColor? = "#102030",
            place: GeoPoint? = nil,
            extra: JSONValue? = nil,
            language: Language? = .dutch,
            spoken: [Language] = [],
            binding: Binding = .paperBack,
            mood: Mood? = nil,
            size: Size? = nil,
            isbn: ISBN? = nil,
            names: LocalizedText? = nil,
            author: Relation<Authors>? = nil,
            editors: [Relation<Authors>] = [],
            hostile: String? = nil,
            default: String? = nil,
            selfField: String? = nil,
            reader: String? = nil,
            old: String? = nil,
            gone: Int? = nil
        ) {
            self.tags = tags
            self.title = title
            self.age = age
            self.blurb = blurb
            self.page = page
            self.rating = rating
            self.inPrint = inPrint
            self.released = released
            self.doors = doors
            self.updated = updated
            self.moments = moments
            self.site = site
            self.cover = cover
            self.trailer = trailer
            self.sample = sample
            self.contract = contract
            self.shade = shade
            self.place = place
            self.extra = extra
            self.language = language
            self.spoken = spoken
            self.binding = binding
            self.mood = mood
            self.size = size
            self.isbn = isbn
            self.names = names
            self.author = author
            self.editors = editors
            self.hostile = hostile
            self.`default` = `default`
            self.selfField = selfField
            self.reader = reader
            self.oldStorage = old
            self.goneStorage = gone
        }

        static var table: FieldTable { Books.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            tags = try reader.value(0)
            title = try reader.value(1)
            age = try reader.value(2)
            blurb = try reader.value(3)
            page = try reader.value(4)
            rating = try reader.value(5)
            inPrint = try reader.value(6)
            released = try reader.value(7)
            doors = try reader.value(8)
            updated = try reader.value(9)
            moments = try reader.value(10)
            site = try reader.value(11)
            cover = try reader.value(12)
            trailer = try reader.value(13)
            sample = try reader.value(14)
            contract = try reader.value(15)
            shade = try reader.value(16)
            place = try reader.value(17)
            extra = try reader.value(18)
            language = try reader.value(19)
            spoken = try reader.value(20)
            binding = try reader.value(21)
            mood = try reader.value(22)
            size = try reader.value(23)
            isbn = try reader.value(24)
            names = try reader.value(25)
            author = try reader.value(26)
            editors = try reader.value(27)
            hostile = try reader.value(28)
            `default` = try reader.value(29)
            selfField = try reader.value(30)
            self.reader = try reader.value(31)
            oldStorage = try reader.value(32)
            goneStorage = try reader.value(33)
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.tags, right.tags, at: 0)
            visitor.value(left.title, right.title, at: 1)
            visitor.value(left.age, right.age, at: 2)
            visitor.value(left.blurb, right.blurb, at: 3)
            visitor.value(left.page, right.page, at: 4)
            visitor.value(left.rating, right.rating, at: 5)
            visitor.value(left.inPrint, right.inPrint, at: 6)
            visitor.value(left.released, right.released, at: 7)
            visitor.value(left.doors, right.doors, at: 8)
            visitor.value(left.updated, right.updated, at: 9)
            visitor.value(left.moments, right.moments, at: 10)
            visitor.value(left.site, right.site, at: 11)
            visitor.value(left.cover, right.cover, at: 12)
            visitor.value(left.trailer, right.trailer, at: 13)
            visitor.value(left.sample, right.sample, at: 14)
            visitor.value(left.contract, right.contract, at: 15)
            visitor.value(left.shade, right.shade, at: 16)
            visitor.value(left.place, right.place, at: 17)
            visitor.value(left.extra, right.extra, at: 18)
            visitor.value(left.language, right.language, at: 19)
            visitor.value(left.spoken, right.spoken, at: 20)
            visitor.value(left.binding, right.binding, at: 21)
            visitor.value(left.mood, right.mood, at: 22)
            visitor.value(left.size, right.size, at: 23)
            visitor.value(left.isbn, right.isbn, at: 24)
            visitor.value(left.names, right.names, at: 25)
            visitor.value(left.author, right.author, at: 26)
            visitor.value(left.editors, right.editors, at: 27)
            visitor.value(left.hostile, right.hostile, at: 28)
            visitor.value(left.`default`, right.`default`, at: 29)
            visitor.value(left.selfField, right.selfField, at: 30)
            visitor.value(left.reader, right.reader, at: 31)
            visitor.value(left.oldStorage, right.oldStorage, at: 32)
            visitor.value(left.goneStorage, right.goneStorage, at: 33)
        }

        mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("author", &author)
            visitor.visit("editors", &editors)
        }
    }

    typealias Draft = ContentDraft<Books>

    /// The metadata whose name no field has.
    struct ItemMetadata: UnhiddenMetadata {
        var metadata: ContentMetadata
        init(metadata: ContentMetadata) { self.metadata = metadata }
        var tags: HiddenByField { get { HiddenByField() } set {} }
    }

    struct Mood: OpenChoice {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }

        static var noneValue: Self { Self(rawValue: "none") }
        static var starSlash: Self { Self(rawValue: "*/") }
        static var number: Self { Self(rawValue: "\"\"\"#") }
        static var fatalError: Self { Self(rawValue: "\\(fatalError())") }
        static var numberFatalError: Self { Self(rawValue: "\\#(fatalError())") }
        static var aB: Self { Self(rawValue: "a\nb") }
        static var empty: Self { Self(rawValue: "") }
        static var `default`: Self { Self(rawValue: "default") }
        static var _3_5: Self { Self(rawValue: "3.5") }
        static var 😀: Self { Self(rawValue: "😀") }

        static let allKnown: [Self] = [
            noneValue,
            starSlash,
            number,
            fatalError,
            numberFatalError,
            aB,
            empty,
            `default`,
            _3_5,
            😀,
        ]
    }

    struct Size: QueryableObject {
        var width: Double
        var unit: Unit?
        var box: Box?
        var history: [History]

        init(width: Double, unit: Unit? = nil, box: Box? = nil, history: [History] = []) {
            self.width = width
            self.unit = unit
            self.box = box
            self.history = history
        }

        static let table: FieldTable = Books.descriptor.fields.object(23)

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            width = try reader.value(0)
            unit = try reader.value(1)
            box = try reader.value(2)
            history = try reader.value(3)
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.width, right.width, at: 0)
            visitor.value(left.unit, right.unit, at: 1)
            visitor.value(left.box, right.box, at: 2)
            visitor.value(left.history, right.history, at: 3)
        }

        struct Fields: FieldSet {
            init() {}
            static var table: FieldTable { Books.Size.table }
            typealias ConditionScope = NestedFieldScope<Self>

            var width: Field<Self, Double?, Sortable<NumberOperators>> { .init("width") }

            var unit: Field<Self, Unit?, Facetable<ChoiceOperators>> { .init("unit") }

            var box: Field<Self, ObjectPath<Box>, NoOperators> { .init("box") }

            var history: Field<Self, ObjectPath<[History]>, NoOperators> { .init("history") }
        }

        enum Unit: String, ClosedChoice {
            case cm
            case `in`
        }

        struct Box: QueryableObject {
            /// What is on it.
            var label: String?
            var note: String

            init(label: String? = nil, note: String) {
                self.label = label
                self.note = note
            }

            static let table: FieldTable = Books.Size.table.object(2)

            init(from reader: inout ValuesReader) throws(ValueDecodingError) {
                label = try reader.value(0)
                note = try reader.value(1)
            }

            static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
                visitor.value(left.label, right.label, at: 0)
                visitor.value(left.note, right.note, at: 1)
            }

            struct Fields: FieldSet {
                init() {}
                static var table: FieldTable { Books.Size.Box.table }

                /// What is on it.
                ///
                /// Operators: `=`, `like`, `isNull`.
                var label: Field<Self, String?, EqualLikeOperators> { .init("label") }

                var note: Field<Self, String?, NoOperators> { .init("note") }
            }
        }

        struct History: QueryableObject {
            var when: Date?
            var who: String?
            var notes: [String]

            init(when: Date? = nil, who: String? = nil, notes: [String] = []) {
                self.when = when
                self.who = who
                self.notes = notes
            }

            static let table: FieldTable = Books.Size.table.object(3)

            init(from reader: inout ValuesReader) throws(ValueDecodingError) {
                when = try reader.value(0)
                who = try reader.value(1)
                notes = try reader.value(2)
            }

            static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
                visitor.value(left.when, right.when, at: 0)
                visitor.value(left.who, right.who, at: 1)
                visitor.value(left.notes, right.notes, at: 2)
            }

            struct Fields: FieldSet {
                init() {}
                static var table: FieldTable { Books.Size.History.table }

                /// Operators: `<`, `>`, `isNull`.
                var when: Field<Self, Date?, InListedObject<LessGreaterOperators>> { .init("when") }

                var who: Field<Self, String?, InListedObject<Searchable<TextOperators>>> { .init("who") }

                var notes: Field<Self, [String], Facetable<ListOperators>> { .init("notes") }
            }
        }
    }
}

/// An item of `Books`.
typealias Book = Content<Books>
