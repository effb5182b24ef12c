import Foundation
import Quire

/// The goals' row under "decode": a page of 1,000 items of 20 fields, about 1.5 MB, from bytes to typed models.
enum DecodeBenchmarks {
    static func run() async throws -> [Measurement] {
        let page = PageFixture.page()
        let decoder = ItemDecoder<Content<BenchmarkBooks>>.content()
        try compare(page, decoder)
        let items = try decoder.decodePage(page).items
        let megabytes = Double(page.count) / 1e6
        // As a server that sorts keys by name would write it.
        let shuffled = try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: page),
            options: [.sortedKeys, .withoutEscapingSlashes])
        let times = try await TurnTimes(
            of: [
                { for _ in 0..<4 { keep(try decoder.decodePage(page)) } },
                { for _ in 0..<4 { keep(try decoder.decodePage(shuffled)) } },
                { keep(try PlainPage.decoder.decode(PlainPage.self, from: page)) },
            ], turns: 9)
        let (decode, otherOrder, peer) = (times.best(0) / 4, times.best(1) / 4, times.best(2))
        let generic = try CPUClock.best(of: 5) { keep(try JSONSerialization.jsonObject(with: page)) }
        var written = 0
        let write = CPUClock.best(of: 20) {
            var writer = JSONWriter(capacity: page.count)
            for item in items { item.values.write(to: &writer, .epochMilliseconds) }
            written = writer.bytes.count
        }
        let plain = try PlainPage.decoder.decode(PlainPage.self, from: page).items.map(\.values)
        let encode = try CPUClock.best(of: 3) { keep(try PlainPage.encoder.encode(plain)) }
        return [
            Measurement(
                "decode", "page of 1,000 items × 20 fields, over JSONDecoder",
                times.ratio(of: 2, over: 0) * 4, "×",
                peer: String(
                    format: "%.0f MB/s; JSONDecoder %.0f, JSONSerialization untyped %.0f", megabytes / decode,
                    megabytes / peer, megabytes / generic), goal: .atLeast(8)),
            Measurement(
                "decode", "the same, keys in another order, over JSONDecoder",
                times.ratio(of: 2, over: 1) * 4, "×",
                peer: String(format: "%.0f MB/s", Double(shuffled.count) / 1e6 / otherOrder),
                goal: .atLeast(8)),
            Measurement(
                "decode", "writing the values, over JSONEncoder", encode / write, "×",
                peer: String(format: "%.0f MB/s", Double(written) / 1e6 / write)),
        ]
    }

    /// Both decoders must have the same result, otherwise the ratio is meaningless.
    private static func compare(_ page: Data, _ decoder: ItemDecoder<Content<BenchmarkBooks>>) throws {
        let items = try decoder.decodePage(page).items
        let plain = try PlainPage.decoder.decode(PlainPage.self, from: page).items
        struct Difference: Error {}
        guard items.count == plain.count, zip(items, plain).allSatisfy(isSame) else { throw Difference() }
    }

    private static func isSame(_ item: Content<BenchmarkBooks>, _ plain: PlainPage.Instance) -> Bool {
        let (values, other) = (item.values, plain.values)
        return item.id.rawValue == plain.id && values.title == other.title && values.summary == other.summary
            && values.category.rawValue == other.category && values.price == other.price
            && values.pages == other.pages && values.available == other.available
            && values.released == other.released && values.expires == other.expires
            && values.tags == other.tags && values.editions == other.editions
            && values.size?.width == other.size?.width
            && item.metadata.tags.map(\.value) == plain.tags.map(\.value)
            && item.metadata.createdAt == plain.createdAt && item.metadata.updatedBy == plain.updatedBy
    }
}
