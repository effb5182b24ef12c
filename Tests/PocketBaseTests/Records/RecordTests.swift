import DecodingSamples
import Foundation
import QuireEngine
import Seeds
import Testing

@testable import QuireCore
@testable import QuirePocketBase
@testable import QuireRemote

/// Instances become records, and records become the same instances.
@Suite struct RecordTests {
    private static let module = ModuleDescriptor(
        name: "samples",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "Title", kind: .text),
            FieldDescriptor(name: "price in €", kind: .number),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "open", kind: .boolean),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(name: "seen", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "since", kind: .dateTime(.epochSeconds)),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "photo", kind: .image),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(name: "numbers", kind: .list(.integer)),
            FieldDescriptor(name: "words", kind: .list(.text)),
            FieldDescriptor(name: "maker", kind: .relation(module: "samples")),
            FieldDescriptor(name: "makers", kind: .relations(module: "samples")),
            FieldDescriptor(name: "greeting", kind: .localizedText),
        ])
    private static let managed = CollectionLayout(module, .managed)
    private static let existing = CollectionLayout(module, .existing)
    private static let files = FileAddress(baseURL: URL(fileURLWithPath: "/pb"))

    private static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

    /// The instance that the server would return after a write of these values.
    private static func stored(
        _ values: String, _ metadata: String = "", _ layout: CollectionLayout = managed
    ) throws -> (values: JSONValue?, instance: JSONValue, problems: [WriteError.Field]) {
        let body = RecordWriter(layout: layout, files: files).body(
            of: try json("{\"id\":\"r1\"\(metadata),\"values\":\(values)}"))
        guard case .object(let members) = body.whole(layout) else { return (nil, .null, []) }
        let record = JSONValue.object(
            [
                .init("id", .string("r1")), .init("created", .string("2014-12-28 12:30:00.123Z")),
                .init("updated", .string("")),
            ]
                + members.map { member in
                    // PocketBase parses a text that is given to a JSON field.
                    guard member.name == "extra" || member.name == "greeting",
                        case .string(let text) = member.value, let parsed = try? json(text)
                    else { return member }
                    return .init(member.name, parsed)
                })
        let form = RecordForm(layout, files: files)
        let found = try #require(try RecordReader.record(record.data, form: form))
        let instance = try json(String(decoding: found.instance.data, as: UTF8.self))
        return (instance.member("values"), instance, body.problems)
    }

    @Test(
        "A managed collection returns what was written, also empty values, 0, false and large integers",
        arguments: [
            "{}", #"{"title":"","Title":"x","price in €":0,"age":0,"open":false}"#,
            #"{"age":9223372036854775807}"#, #"{"age":-9223372036854775808}"#, #"{"age":9007199254740993}"#,
            #"{"title":"nul\u0000 \"q\" \\","price in €":0.30000000000000004,"age":-5,"open":true}"#,
            #"{"day":"2024-02-29","seen":"2014-12-28T12:30:00.001Z","since":1419769800.5}"#,
            #"{"place":{"latitude":0,"longitude":0}}"#, #"{"place":{"latitude":-16.8,"longitude":179.9}}"#,
            #"{"photo":"https://example.org/a.png"}"#, #"{"photo":""}"#, #"{"extra":"12","greeting":"null"}"#,
            #"{"extra":{"a":[1,null]},"numbers":[1,9007199254740993],"words":["","a|b","É"]}"#,
            #"{"maker":"m1","makers":["m1","m2"],"greeting":{"en":"Hello"}}"#, #"{"numbers":[],"words":[]}"#,
            #"{"day":"0001-01-01"}"#,
        ])
    func managedRoundTrip(_ values: String) throws {
        let stored = try Self.stored(values)
        #expect(stored.values == (try Self.json(values)))
        #expect(stored.problems.isEmpty)
    }

    @Test("Metadata and undeclared values return, the dates of the server come first")
    func metadata() throws {
        let stored = try Self.stored(
            #"{"title":"x","other":[1]}"#,
            #","name":"","createdBy":"=Ann","publishedAt":5,"revision":2,"tags":[{"name":"new"}],"externalId":{"a":1}"#
        )
        #expect(
            stored.instance
                == (try Self.json(
                    #"""
                    {"id":"r1","createdAt":1419769800123,"name":"","createdBy":"=Ann","publishedAt":5,"revision":2,
                    "tags":[{"name":"new"}],"externalId":{"a":1},"values":{"title":"x","other":[1]}}
                    """#)))
    }

    @Test("An existing collection takes an empty text for none, and keeps 0 and false")
    func existing() throws {
        let stored = try Self.stored(#"{"age":0,"open":false,"title":"x"}"#, "", Self.existing)
        #expect(
            stored.values
                == (try Self.json(
                    #"{"title":"x","age":0,"open":false,"place":{"latitude":0,"longitude":0}}"#
                )))
        let refused = try Self.stored(#"{"title":"","age":9007199254740993}"#, "", Self.existing)
        #expect(refused.problems.map(\.name) == ["title", "age"])
    }

    @Test(
        "Values that PocketBase would change are problems",
        arguments: [
            #"{"title":5}"#, #"{"seen":"soon"}"#, #"{"since":-62135596801}"#, #"{"makers":["m1","m1"]}"#,
            #"{"extra":{"a":9007199254740993}}"#, #"{"words":["a",1]}"#, #"{"words":"a"}"#,
        ])
    func problems(_ values: String) throws {
        #expect(try Self.stored(values).problems.count == 1)
    }

    @Test("A partial update changes only the marks of its own fields")
    func partial() throws {
        let writer = RecordWriter(layout: Self.managed, files: Self.files)
        var body = RecordBody()
        let age = try #require(Self.managed.field(named: "age"))
        let title = try #require(Self.managed.field(named: "title"))
        writer.write(.integer(0), of: age, id: "r1", to: &body)
        writer.write(.null, of: title, id: "r1", to: &body)
        #expect(
            body.partial
                == (try Self.json(
                    #"""
                    {"age":0,"q_x_age":"","q_s_age":true,"title":"","q_l_title":"","q_c_title":"","q_s_title":false,
                    "q_has+":["age"],"q_has-":["title"]}
                    """#)))
    }

    @Test("A name that PocketBase refuses becomes another one, which no other field has")
    func names() {
        let names = [
            "title", "Title", "price in €", "q_x", "created", "1a", String(repeating: "é", count: 40),
        ]
        let columns = ColumnName.managed(names)
        #expect(columns[0] == "title")
        #expect(columns.allSatisfy(ColumnName.isLegal))
        #expect(Set(columns.map { $0.lowercased() }).count == names.count)
    }

    @Test("A part is found in a text's searched form exactly if the text has it, with the same case")
    func searchedParts() {
        let texts = [
            "Alpha", "alpha", "a\0b", "\0", "\u{E0F0}", "\u{E0F1}\u{E0F2}", "\u{E100}", "A", "É", "é", "",
            "x\u{E0F3}",
        ]
        for text in texts {
            for part in texts where !part.isEmpty {
                #expect(
                    contains(SearchedText.exact(text), SearchedText.exact(part)) == contains(text, part),
                    "\(text.debugDescription) \(part.debugDescription)")
            }
        }
    }

    private func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        return text.count >= part.count
            && (0...text.count - part.count).contains { text[$0..<$0 + part.count] == part[...] }
    }

    @Test("Dates of records read back to the millisecond")
    func dates() {
        for milliseconds: Int64 in [
            0, -1, 1, -62_135_596_800_000, 253_402_300_799_999, 1_419_769_800_123, -86_400_001,
            951_782_400_000,
        ] {
            let text = RecordDate.text(milliseconds)
            #expect(RecordDate.milliseconds(of: Array(text.utf8)) == milliseconds, "\(text)")
        }
        #expect(RecordDate.milliseconds(of: Array("2024-05-06T05:08:09.123Z".utf8)) == nil)
    }
}

/// Records from which items are decoded directly, compared with the instances made of them.
@Suite("Items decoded from records compared with those of instances")
struct DirectRecordTests {
    private static let files = FileAddress(baseURL: URL(fileURLWithPath: "/pb"))
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    /// What differs between the items of records and those of the same records as instances.
    private func difference(_ records: [StoredSlice], direct: inout Int) -> String? {
        let info = PageInfo(page: 1, limit: 20, offset: 0, totalItems: nil)
        for keepsUnknownValues in [false, true] {
            var options = DecodingOptions()
            options.keepsUnknownValues = keepsUnknownValues
            for record in records {
                let data = record.data
                // JSON that is damaged inside has no instance.
                guard !data.isEmpty else { continue }
                let items = ClusterPage([record], info, isWhole: false).items(reading: decoder, options)
                let expected = ClusterPage([StoredSlice(data)], info, isWhole: false)
                let others = expected.items(reading: decoder, options)
                guard items == others else {
                    return "the items differ: \(Self.text(items)) and \(Self.text(others))"
                }
                // Nothing that fits is read in another way.
                if let item = item(of: record, keepsUnknownValues) {
                    direct += 1
                    guard item.map({ [$0] }) == items else {
                        return "the item that was read directly differs"
                    }
                }
            }
        }
        return nil
    }

    private static func text(_ items: [Content<Gadgets>]?) -> String {
        (items ?? []).map { item in
            var json = JSONWriter()
            item.write(to: &json)
            return String(decoding: json.bytes, as: UTF8.self)
        }.joined()
    }

    /// The item of a record, never of an instance: `.some(nil)` if something does not fit, and `nil` if the record has
    /// parts that only an instance has.
    private func item(of slice: StoredSlice, _ keepsUnknownValues: Bool) -> Content<Gadgets>?? {
        guard case .record(let values, let record) = slice.content else { return nil }
        var context = JSONContext(keepsUnknownValues: keepsUnknownValues)
        return JSONCursor.withContext(&context) { context in
            var item: Content<Gadgets>?
            let isDirect = values.withValues(record) { values in
                var json = JSONCursor(values.pointee.written, context)
                json.depth = 2
                json.context.startInstance(depth: 3)
                var reader = InstanceReader(values, json, table: decoder.module.fields)
                item = try? decoder.decode(&reader)
                return true
            }
            return isDirect ? .some(item) : nil
        }
    }

    @Test(
        "Random records, with all that a record can have wrong, give the same items or the same error",
        arguments: [PocketBaseSettings.Collections.managed, .existing])
    func random(_ collections: PocketBaseSettings.Collections) throws {
        let seed = Seed.current
        let layout = CollectionLayout(Gadgets.descriptor, collections)
        var records = RandomRecords(seed: seed, layout, Self.files)
        var request = SearchRequest(module: Gadgets.descriptor)
        request.locale = "fr"
        var direct = 0
        for round in 0..<150 {
            var data = Data(records.page(isWellFormed: round % 3 == 0).utf8)
            if round % 3 == 2 { records.damage(&data) }
            let fields = round % 4 == 3 ? records.someFields() : nil
            let shape = round % 5 == 4 ? LocalizedShape(request, locales: []) : nil
            let form = RecordForm(layout, files: Self.files, fields: fields, shape: shape)
            let page = try? RecordPage(data, form: form)
            let difference = difference(
                (page?.records ?? []).compactMap { $0?.instance }, direct: &direct)
            #expect(
                difference == nil, "seed \(seed), round \(round): \(String(decoding: data, as: UTF8.self))")
        }
        // Twice for each record.
        #expect(direct > 20)
    }
}

/// Random records, as a server has them and with all that can be wrong.
private struct RandomRecords {
    private var gadgets: RandomGadgets
    private let layout: CollectionLayout
    private let writer: RecordWriter

    init(seed: UInt64, _ layout: CollectionLayout, _ files: FileAddress) {
        gadgets = RandomGadgets(seed: seed)
        self.layout = layout
        writer = RecordWriter(layout: layout, files: files)
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &gadgets.json.random) == 0
    }

    mutating func someFields() -> [IndexedField] {
        layout.module.values.filter { _ in chance(2) }.shuffled(using: &gadgets.json.random)
    }

    mutating func page(isWellFormed: Bool) -> String {
        let items = (0..<Int.random(in: 0...3, using: &gadgets.json.random)).map { _ in record(isWellFormed) }
        return #"{"page":1,"perPage":30,"items":[\#(items.joined(separator: ",")) ],"totalItems":7}"#
    }

    private mutating func record(_ isWellFormed: Bool) -> String {
        let instance = (try? JSONValue(parsing: Data(gadgets.instance().utf8))) ?? .object([])
        // What the server would not store is not written here; the rest of the record is.
        var members = (writer.body(of: instance).whole(layout).members ?? []).map { column in
            // The server parses a text that is given to a JSON field.
            guard layout.fields.contains(where: { $0.column == column.name && $0.storage == .json }),
                case .string(let text) = column.value,
                let parsed = try? JSONValue(parsing: Data(text.utf8))
            else { return column }
            return JSONValue.Member(column.name, parsed)
        }
        members += [
            .init("id", .string("r\(gadgets.json.integer())")),
            .init("created", .string("2014-12-28 12:30:00.123Z")),
            .init("updated", .string("2024-02-29 23:59:59.999Z")),
        ]
        if !isWellFormed {
            for place in members.indices where chance(10) {
                members[place] = .init(
                    members[place].name, chance(2) ? .string("") : gadgets.json.value(depth: 2))
            }
            if chance(6), let member = members.randomElement(using: &gadgets.json.random) {
                members.append(.init(member.name, gadgets.json.value(depth: 1)))
            }
            if chance(6) { members.removeAll { $0.name == "q_meta" } }
            if chance(6), let place = members.firstIndex(where: { $0.name == "q_meta" }) {
                members[place].value = .object([.init("values", .null)])
            }
        }
        if chance(2) { members.shuffle(using: &gadgets.json.random) }
        return gadgets.json.text(of: .object(members))
    }

    /// Changes some bytes.
    mutating func damage(_ data: inout Data) {
        data = PageMutator.damaged(data, using: &gadgets.json.random)
    }
}
