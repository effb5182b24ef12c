import DecodingSamples
import Foundation
import Seeds
import Testing

@testable import QuireCluster
@testable import QuireCore

/// Documents of search clusters, from which items are decoded directly, compared with the instances assembled from them.
@Suite("Items decoded from documents compared with those of assembled instances")
struct DocumentReaderTests {
    private static let module = IndexedModule(Gadgets.descriptor)
    private static let keys = RandomDocuments.keys(of: module)
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    /// What a response contains: for each document the instance, if it has one, and its other members.
    private struct Parsed {
        var slices: [StoredSlice?] = []
        var others: [String] = []
    }

    private static func parse(
        _ data: Data,
        _ read: (
            inout JSONCursor, (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
        ) throws(ValueDecodingError) -> StoredSlice?
    ) -> Result<Parsed, ValueDecodingError> {
        do throws(ValueDecodingError) {
            let parsed = try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
                var parsed = Parsed()
                try json.eachElement { (json) throws(ValueDecodingError) in
                    let slice = try read(&json) { (position, json) throws(ValueDecodingError) in
                        parsed.others.append("\(position): \(try json.value())")
                    }
                    parsed.slices.append(slice)
                }
                try json.expectEnd()
                return parsed
            }
            return .success(parsed)
        } catch {
            return .failure(error)
        }
    }

    private func same(
        _ data: Data, fields: [IndexedField]?, shape: LocalizedShape?, requiresTexts: Bool
    ) throws -> String? {
        var reader = DocumentReader(
            data, Self.keys, fields: fields, shape: shape, requiresTexts: requiresTexts)
        let found = Self.parse(data) { (json, other) throws(ValueDecodingError) in
            try reader.instance(of: &json, other: other)
        }
        var assembler = InstanceAssembler(
            Self.keys, fields: fields, shape: shape, requiresTexts: requiresTexts, size: data.count)
        let assembled = Self.parse(data) { (json, other) throws(ValueDecodingError) in
            try assembler.instance(of: &json, other: other)
        }
        switch (found, assembled) {
        case (.failure(let one), .failure(let other)):
            return one == other ? nil : "the error is \(one), not \(other)"
        case (.failure(let one), .success): return "only finding fails: \(one)"
        case (.success, .failure(let other)): return "only assembling fails: \(other)"
        case (.success(let found), .success(let assembled)):
            guard found.others == assembled.others else { return "other members differ" }
            let isMissing = found.slices.map { $0 == nil }
            guard isMissing == assembled.slices.map({ $0 == nil }) else {
                return "other instances are missing"
            }
            return difference(found.slices.compactMap { $0 }, assembled.slices.compactMap { $0 })
        }
    }

    private func difference(_ found: [StoredSlice], _ assembled: [StoredSlice]) -> String? {
        let info = PageInfo(page: 1, limit: 20, offset: 0, totalItems: nil)
        for keepsUnknownValues in [false, true] {
            var options = DecodingOptions()
            options.keepsUnknownValues = keepsUnknownValues
            for (one, other) in zip(found, assembled) {
                // Each alone, so that one that does not fit hides no other.
                let page = ClusterPage([one], info, isWhole: false)
                let expected = ClusterPage([other], info, isWhole: false)
                let items = page.items(reading: decoder, options)
                guard items == expected.items(reading: decoder, options) else { return "the items differ" }
                if let error = directError(one, keepsUnknownValues, expected: items) { return error }
            }
            let page = ClusterPage(found, info, isWhole: true)
            let expected = ClusterPage(assembled, info, isWhole: true)
            guard page.items(reading: decoder, options) == expected.items(reading: decoder, options) else {
                return "the pages differ"
            }
            guard page.json == expected.json else { return "the JSON differs" }
            let any = AnyContent.decoder
            guard page.items(reading: any, options) == expected.items(reading: any, options) else {
                return "the items of any module differ"
            }
        }
        return nil
    }

    /// What is wrong if the item is read without falling back to the instance. It may not fit, but not be another one.
    private func directError(
        _ slice: StoredSlice, _ keepsUnknownValues: Bool, expected: [Content<Gadgets>]?
    ) -> String? {
        guard let item = DirectDecoding.item(of: slice, decoder, keepsUnknownValues: keepsUnknownValues)
        else {
            return nil
        }
        return [item] == expected ? nil : "the item that was read directly differs"
    }

    @Test("Random documents, with all that a document can have wrong, give the same items or the same error")
    func random() throws {
        let seed = Seed.current
        var documents = RandomDocuments(seed: seed, Self.module)
        var request = SearchRequest(module: Gadgets.descriptor)
        request.locale = "fr"
        for round in 0..<150 {
            var data = Data(documents.response(isWellFormed: round % 3 == 0).utf8)
            if round % 3 == 2 { documents.damage(&data) }
            let fields = round % 4 == 3 ? documents.someFields() : nil
            let shape = round % 5 == 4 ? LocalizedShape(request, locales: []) : nil
            let difference = try same(
                data, fields: fields, shape: shape, requiresTexts: round % 2 == 0)
            #expect(
                difference == nil,
                "seed \(seed), round \(round): \(String(decoding: data, as: UTF8.self))")
        }
    }

    @Test("A document that ends anywhere gives the same error")
    func truncation() throws {
        var documents = RandomDocuments(seed: 7, Self.module)
        let data = Data(documents.response(isWellFormed: true, count: 1).utf8)
        for length in 0..<data.count {
            let difference = try same(data.prefix(length), fields: nil, shape: nil, requiresTexts: true)
            #expect(difference == nil, "\(length)")
        }
    }

    @Test("Items of complete documents are read without their instances")
    func direct() throws {
        let seed = Seed.current
        var documents = RandomDocuments(seed: seed, Self.module)
        var count = 0
        for _ in 0..<60 {
            let instance = documents.instance()
            let stored = StoredInstance(instance, of: Self.module)
            guard stored.rest == nil else { continue }
            let data = Data("[\(documents.document(of: stored, isWellFormed: true))]".utf8)
            var reader = DocumentReader(data, Self.keys, fields: nil, shape: nil)
            let parsed = try Self.parse(data) { (json, other) throws(ValueDecodingError) in
                try reader.instance(of: &json, other: other)
            }.get()
            let slice = try #require(parsed.slices.first ?? nil)
            let expected = try decoder.decodePage(Data("[\(instance)]".utf8)).items.first
            let item = DirectDecoding.item(of: slice, decoder, keepsUnknownValues: false)
            #expect(item == expected, "seed \(seed): \(String(decoding: data, as: UTF8.self))")
            count += 1
        }
        #expect(count > 5)
    }

    @Test(
        "A value that would become another member, or that does not end where its text ends, is not read directly",
        arguments: [
            #"1,"count":2"#, #"1}"#, "", " ", "nul", "null,1", "[1", "1 2", #""a"#, #"a""#, #""a\""#, "tru",
            "12e", "-",
        ])
    func partialValues(_ text: String) throws {
        for name in ["count", "title", "marks", "weight", "active", "extra"] {
            let field = try #require(Self.module.value(name))
            var stored = StoredInstance(
                try JSONValue(
                    parsing: Data(#"{"id":"1","values":{"title":"t","count":1,"weight":2.5}}"#.utf8)),
                of: Self.module)
            stored.values[field.physicalName] = text
            var documents = RandomDocuments(seed: 1, Self.module)
            let data = Data("[\(documents.document(of: stored, isWellFormed: true))]".utf8)
            #expect(try same(data, fields: nil, shape: nil, requiresTexts: true) == nil, "\(name): \(text)")
        }
    }
}

/// Decodes an item from a record, and never from an instance.
enum DirectDecoding {
    static func item<Item>(
        of slice: StoredSlice, _ decoder: ItemDecoder<Item>, keepsUnknownValues: Bool
    ) -> Item? {
        guard case .record(let values, let record) = slice.content else { return nil }
        var context = JSONContext(keepsUnknownValues: keepsUnknownValues)
        return JSONCursor.withContext(&context) { context in
            var item: Item?
            _ = values.withValues(record) { values in
                var json = JSONCursor(values.pointee.written, context)
                json.depth = 2
                json.context.startInstance(depth: 3)
                var reader = InstanceReader(values, json, decoder.module.fields)
                item = try? decoder.decode(&reader)
                return true
            }
            return item
        }
    }
}
