import DecodingSamples
import Foundation
import Seeds
import Testing

@testable import QuireCore
@testable import QuireRemote

/// Documents of search clusters, from which items are decoded in place, compared with the flat rule.
@Suite("Items decoded from documents compared with those of instances")
struct DocumentReaderTests {
    private static let document = PlainDocument(IndexedModule(Gadgets.descriptor))
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    @Test("Random documents, with all that a document can have wrong, give the same items or the same error")
    func random() throws {
        let seed = Seed.current
        var mutator = DocumentMutator(seed: seed)
        var request = SearchRequest(module: Gadgets.descriptor)
        request.locale = "fr"
        for round in 0..<300 {
            let data = mutator.response(round)
            let fields = round % 4 == 3 ? mutator.someFields() : nil
            let shape = round % 5 == 4 ? LocalizedShape(request, locales: []) : nil
            let difference = mutator.difference(data, fields: fields, shape: shape)
            #expect(
                difference == nil,
                "seed \(seed), round \(round): \(String(decoding: data, as: UTF8.self))")
        }
    }

    @Test("A document that ends anywhere is refused")
    func truncation() throws {
        var documents = RandomDocuments(seed: 7, Self.document)
        let data = Data(documents.response(isWellFormed: true, count: 1).utf8)
        let mutator = DocumentMutator(seed: 7)
        for length in 0..<data.count {
            #expect(mutator.difference(data.prefix(length)) == nil, "\(length)")
        }
    }

    @Test("Items of documents are read without their instances, also if a value is under q_rest")
    func direct() throws {
        let seed = Seed.current
        var documents = RandomDocuments(seed: seed, Self.document)
        let keys = RandomDocuments.keys(of: Self.document)
        for _ in 0..<60 {
            let instance = documents.instance()
            if instance.instanceID.isEmpty { continue }
            let data = Data("[\(documents.text(of: instance, isWellFormed: true))]".utf8)
            var reader = DocumentForm(keys, fields: nil, keepsUnknownValues: false).reader(of: data)
            var slice: StoredSlice?
            try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
                try json.eachElement { (json) throws(ValueDecodingError) in
                    slice = try reader.instance(of: &json)
                }
            }
            let expected = try? decoder.decodePage(Data("[\(instance)]".utf8)).items.first
            let item = DirectDecoding.item(of: try #require(slice), decoder, keepsUnknownValues: false)
            #expect(item == expected, "seed \(seed): \(String(decoding: data, as: UTF8.self))")
        }
    }

    @Test("The value of a field comes from its own member, wherever text in it looks like another one")
    func partialValues() throws {
        let mutator = DocumentMutator(seed: 1)
        for text in [
            #"1,"count":2"#, #"1}"#, "", " ", "nul", "null,1", "[1", "1 2", #""a"#, #"a""#, "tru", "12e", "-",
        ] {
            for name in ["count", "title", "marks", "weight", "active", "extra", "place", "label"] {
                for value in [text, JSONValue.string(text).description] {
                    let data = Data(#"[{"id":"1","title":"t","\#(name)":\#(value)}]"#.utf8)
                    #expect(mutator.difference(data) == nil, "\(name): \(value)")
                }
            }
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
                var reader = InstanceReader(values, json, table: decoder.module.fields)
                item = try? decoder.decode(&reader)
                return true
            }
            return item
        }
    }
}
