import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("The page decoder compared with JSONDecoder")
struct DifferentialTests {
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    private var keepingUnknown: DecodingOptions {
        var options = DecodingOptions()
        options.keepsUnknownValues = true
        return options
    }

    @Test("Random pages read the same from bytes and through Codable, and survive both writers")
    func randomPages() throws {
        let seed = Seed.current
        var random = RandomGadgets(seed: seed)
        for round in 0..<40 {
            let text = random.page(items: 4)
            let data = Data(text.utf8)
            let comment: Comment = "seed \(seed), round \(round): \(text)"
            let items = try decoder.decodePage(data, options: keepingUnknown).items
            let coded = try JSONDecoder().decode([Content<Gadgets>].self, from: data)
            try #require(items.count == coded.count, comment)
            for (item, other) in zip(items, coded) {
                #expect(item.comparable == other.comparable, comment)
                var writer = JSONWriter()
                item.write(to: &writer)
                let again = try decoder.decodeInstance(Data(writer.bytes))
                #expect(again.values == item.values, comment)
                let encoded = try JSONEncoder().encode(item)
                #expect(
                    try decoder.decodePage(Data("[".utf8) + encoded + Data("]".utf8)).items.first?.values
                        .plain
                        == item.values.plain, comment)
                let own = try JSONDecoder().decode(Content<Gadgets>.self, from: Data(writer.bytes))
                let theirs = try JSONDecoder().decode(Content<Gadgets>.self, from: encoded)
                #expect(own.comparable == theirs.comparable, comment)
            }
        }
    }

    @Test("Deep items whose keys come in another order read as those in the schema's order")
    func deepOrder() throws {
        func gadget(_ depth: Int, reversed: Bool) -> String {
            let maker = depth > 0 ? maker(depth - 1, reversed: reversed) : "\"m\""
            return instance(
                depth, ["\"title\":\"t\(depth)\"", "\"count\":\(depth)", "\"maker\":\(maker)"], reversed)
        }
        func maker(_ depth: Int, reversed: Bool) -> String {
            let work = depth > 0 ? gadget(depth - 1, reversed: reversed) : "\"g\""
            return instance(depth, ["\"name\":\"n\(depth)\"", "\"works\":[\(work),\(work)]"], reversed)
        }
        func instance(_ depth: Int, _ values: [String], _ reversed: Bool) -> String {
            let values = (reversed ? values.reversed() : values).joined(separator: ",")
            return "{\"id\":\"i\(depth)\",\"values\":{\(values)}}"
        }
        for depth in 0...11 {
            let expected = try decoder.decodeInstance(Data(gadget(depth, reversed: false).utf8))
            #expect(try decoder.decodeInstance(Data(gadget(depth, reversed: true).utf8)) == expected)
        }
    }

    @Test("Every proper prefix of a page is rejected, with a position inside it")
    func truncation() throws {
        var random = RandomGadgets(seed: 42)
        let text = #"{"pagination":{"page":1,"limit":2},"items":"# + random.page(items: 2) + "}"
        let data = Data(text.utf8)
        _ = try decoder.decodePage(data)
        var options = DecodingOptions()
        options.mode = .lenient
        for length in 0..<data.count {
            for options in [DecodingOptions(), options] {
                let error = #expect(throws: ContentDecodingError.self) {
                    try decoder.decodePage(data.prefix(length), options: options)
                }
                #expect((error?.byteOffset ?? .max) <= length)
            }
        }
    }

    @Test("Mutated pages never trap, and are rejected if JSONSerialization rejects them")
    func mutations() throws {
        let seed = Seed.current
        var mutator = PageMutator(seed: seed)
        for round in 0..<700 {
            let data = mutator.mutated()
            if let difference = mutator.difference(data) {
                Issue.record(
                    "seed \(seed), round \(round): \(difference): \(String(decoding: data, as: UTF8.self))")
            }
        }
    }
}

extension Content {
    /// Without what a decoder cannot guarantee: the order of keys in free-form JSON.
    fileprivate var comparable: Content {
        var content = self
        content.metadata.externalId = metadata.externalId?.plain
        content.metadata.unknownValues = metadata.unknownValues.mapValues(\.plain)
        if let gadget = values as? Gadgets.Values, let plain = gadget.plain as? Module.Values {
            content.values = plain
        }
        if let maker = values as? Makers.Values, let plain = maker.plain as? Module.Values {
            content.values = plain
        }
        return content
    }
}

extension Gadgets.Values {
    fileprivate var plain: Self {
        var values = self
        values.extra = extra?.plain
        if let item = maker?.item { values.maker?.item = item.comparable }
        values.helpers = helpers.map { Relation($0.id, item: $0.item?.comparable) }
        return values
    }
}

extension Makers.Values {
    fileprivate var plain: Self {
        var values = self
        values.works = works.map { work in
            var item = work.item?.comparable
            // Reading bytes keeps unknown values of the outermost items only.
            item?.metadata.unknownValues = [:]
            return Relation(work.id, item: item)
        }
        return values
    }
}
