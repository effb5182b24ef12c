import Foundation
import QuireCore
import QuireExplorer
import QuireStore
import Testing

/// Many rows and many related rows. CI uses few; with `QUIRE_SOAK`, a million and ten thousand.
@Suite struct LargeContentTests {
    private static let isSoak = ProcessInfo.processInfo.environment["QUIRE_SOAK"] != nil

    @Test("Pages to any depth, and many related items, are each one short read")
    func depth() async throws {
        let rows = Self.isSoak ? 1_000_000 : 5_000
        let related = Self.isSoak ? 10_000 : 500
        try await RunningExplorer.with { running in
            for start in stride(from: 0, to: rows, by: 50_000) {
                let lines = (start..<min(start + 50_000, rows)).map { number in
                    let book = number < related ? "beowulf" : "the-iliad"
                    return
                        #"{"id":"r\#(number)","values":{"book":"\#(book)","rating":3,"reviewer":"R\#(number)","reviewedAt":"2024-02-01T09:00:00Z","recommended":true}}"#
                }
                var options = LoadOptions()
                options.isStrict = true
                let data = Data(lines.joined(separator: "\n").utf8)
                _ = try await running.store.load("reviews", from: .data(data), options: options)
            }
            let total = try await running.call("items", #"{"query":{"module":"reviews"},"size":1}"#).json.at(
                "total")
            #expect((total.wholeNumber ?? 0) >= rows)
            let clock = ContinuousClock()
            let start = clock.now
            let opened = try await running.call(
                "related", #"{"module":"books","id":"beowulf","relation":"reviews.book","size":500}"#
            ).json
            let relationTime = clock.now - start
            #expect((opened.at("total").wholeNumber ?? 0) >= related)
            var (cursor, seen, slowest) = ("null", 0, Duration.zero)
            repeat {
                let start = clock.now
                let page = try await running.call(
                    "items",
                    #"{"query":{"module":"reviews"},"size":500,"count":false,"cursor":\#(cursor),"columns":["reviewer"]}"#
                ).json
                slowest = max(slowest, clock.now - start)
                seen += page.at("rows").elements.count
                cursor = page.at("next").description
            } while cursor != "null"
            #expect(seen == Int(total.wholeNumber ?? 0))
            if Self.isSoak {
                print(
                    "\(seen) rows by cursor, slowest page \(slowest); \(related) related opened in \(relationTime)"
                )
            }
        }
    }
}
