import DecodingSamples
import Foundation
import QuireEngine
import Seeds
import Testing

@testable import QuireCore
@testable import QuirePocketBase
@testable import QuireRemote

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
