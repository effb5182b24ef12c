import Foundation
import Quire
import QuireHALO
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Options of typed queries beyond the filter: device, all relations, slow search, the client's language.
@Suite("HALO: options of typed queries")
struct QueryOptionTests {
    private static let deviceTag = Tag(
        name: "Platform Name", value: "ios", tagType: "000000000000000000000001")
    private static let deviceJSON =
        #"{"name":"Platform Name","value":"ios","tagType":"000000000000000000000001"}"#
    private static let brandJSON = #"{"name":"brand","value":"x","tagType":"000000000000000000000002"}"#

    private func halo(
        _ count: Int, deviceTags: (@Sendable () async throws -> [Quire.Tag])? = nil
    ) throws -> (HALOEngine, ScriptedTransport) {
        let transport = ScriptedTransport(Array(repeating: .status(200, [:], "[]"), count: count))
        let url = try #require(URL(string: "https://halo-db.com"))
        return (HALOEngine(baseURL: url, transport: transport, deviceTags: deviceTags), transport)
    }

    private func bodies(_ transport: ScriptedTransport) -> [String] {
        transport.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    }

    @Test(
        "The device's tags follow the query's own; sending the query again reads the device once more"
    )
    func device() async throws {
        let (halo, transport) = try halo(3) { [Self.deviceTag] }
        let content = ContentClient(engine: halo)
        let query = Books.query().tags([Tag(name: "brand", value: "x")], mode: .total).halo(
            segmentWithDevice: true)
        _ = try await content.fetch(query)
        _ = try await content.fetch(query)
        _ = try await content.fetchData(query)
        let expected =
            #"{"moduleName":"books","segmentTags":[\#(Self.brandJSON),\#(Self.deviceJSON)],"segmentMode":"total"}"#
        #expect(bodies(transport) == [expected, expected, expected])
        #expect(query.request.segment?.tags == [Tag(name: "brand", value: "x")])
    }

    @Test("The order of the calls does not matter, and the device alone is enough")
    func deviceAlone() async throws {
        let (halo, transport) = try halo(3) { [Self.deviceTag] }
        let content = ContentClient(engine: halo)
        _ = try await content.fetch(Books.query().halo(segmentWithDevice: true))
        _ = try await content.fetch(
            Books.query().halo(segmentWithDevice: true).tags([Tag(name: "brand", value: "x")]))
        var untyped = HALOQuery(moduleName: "books")
        untyped.segment = Segment(tags: [], mode: .total, includesDevice: true)
        _ = try await halo.search(untyped)
        #expect(
            bodies(transport) == [
                #"{"moduleName":"books","segmentTags":[\#(Self.deviceJSON)],"segmentMode":"partial"}"#,
                #"{"moduleName":"books","segmentTags":[\#(Self.brandJSON),\#(Self.deviceJSON)],"segmentMode":"partial"}"#,
                #"{"moduleName":"books","segmentTags":[\#(Self.deviceJSON)],"segmentMode":"total"}"#,
            ])
    }

    @Test("A query without device segments does not read the device")
    func noDevice() async throws {
        let asked = Log()
        let (halo, _) = try halo(1) {
            asked.add("asked")
            return []
        }
        _ = try await ContentClient(engine: halo).fetch(Books.query())
        #expect(asked.lines.isEmpty)
    }

    @Test("Without a device the query is rejected, on HALO and on engines that never have one")
    func refused() async throws {
        let (halo, transport) = try halo(1)
        for engine in [halo, InMemoryEngine()] as [any ContentEngine] {
            let error = await #expect(throws: UnsupportedError.self) {
                try await ContentClient(engine: engine).fetch(Books.query().halo(segmentWithDevice: true))
            }
            #expect(error?.node == "halo(segmentWithDevice: true)")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("Cached responses with and without device segments are separate")
    func cacheKey() async throws {
        let (halo, _) = try halo(0) { [Self.deviceTag] }
        let query = Books.query()
        let with = query.halo(segmentWithDevice: true)
        let plainKey = try await halo.cacheKey(query.request)
        let key = try await halo.cacheKey(with.request)
        #expect(plainKey != key)
        #expect(try await halo.cacheKey(query.halo(segmentWithDevice: true).request) == key)
        let (other, _) = try self.halo(0) { [Quire.Tag(name: "Platform Name", value: "android")] }
        #expect(try await other.cacheKey(with.request) != key)
    }

    @Test("An error while reading the device is the search's error, and nothing is sent")
    func deviceError() async throws {
        struct NoDevice: Error {}
        let (halo, transport) = try halo(1) { throw NoDevice() }
        await #expect(throws: NoDevice.self) {
            try await ContentClient(engine: halo).fetch(Books.query().halo(segmentWithDevice: true))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("HALO has one keyword for all relations; other engines get each by name")
    func includeAll() async throws {
        let (halo, transport) = try halo(2)
        let content = ContentClient(engine: halo)
        _ = try await content.fetch(Books.query().includeAll())
        _ = try await content.ids(Books.query().includeAll().page(1, size: 5))
        #expect(
            bodies(transport) == [
                #"{"moduleName":"books","include":["all"],"segmentMode":"partial"}"#,
                #"{"moduleName":"books","pagination":{"page":1,"limit":5,"skip":"false"},"segmentMode":"partial"}"#,
            ])
        let memory = InMemoryEngine()
        let author = Author(id: "a", values: .init(fullName: "Jane"))
        await memory.add(Authors.self, [author])
        await memory.add(
            Books.self,
            [
                Book(
                    id: "b",
                    values: .init(title: "Emma", age: 1, author: Relation("a"), editors: [Relation("a")]))
            ])
        let page = try await ContentClient(engine: memory).fetch(Books.query().includeAll())
        #expect(page.first?.author?.item == author)
        #expect(page.first?.editors.map(\.item) == [author])
    }

    @Test("Slow search and sort apply to one query; an engine that sorts by bytes rejects a language")
    func slow() async throws {
        let (halo, transport) = try halo(1)
        let query = Books.query().where(\.title, like: "whale").sort(by: \.title).halo(slowSearch: true)
            .halo(slowSort: true, sortLocale: "en-EN")
        _ = try await ContentClient(engine: halo).fetch(query)
        #expect(
            bodies(transport) == [
                #"{"moduleName":"books","searchValues":{"operation":"like","property":"title","value":"whale","type":"string"},"#
                    + #""segmentMode":"partial","sort":"values.title asc","searchSettings":{"enableSlowSearch":true},"#
                    + #""sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}}"#
            ])
        let memory = ContentClient(engine: InMemoryEngine())
        await #expect(throws: UnsupportedError.self) { try await memory.fetch(query) }
        _ = try await memory.fetch(Books.query().halo(slowSearch: true).halo(slowSort: true))
    }

    @Test("The client's language is sent with every call that names none")
    func locale() async throws {
        let (halo, transport) = try halo(9)
        let content = ContentClient(engine: halo, locale: "es-ES")
        let query = Books.query()
        _ = try await content.fetch(query)
        _ = try await content.fetch(query.select(\.title))
        _ = try await content.fetchData(query)
        _ = try await content.first(query)
        _ = try await content.count(query)
        _ = try await content.ids(query)
        for try await _ in content.all(query) {}
        for try await _ in content.all(query.select(\.title)) {}
        _ = try await content.fetch(query.locale("fr"))
        let locales = try transport.requests.map { request in
            "\(try JSONValue(parsing: request.body ?? Data()).member("locale") ?? .null)"
        }
        #expect(locales == Array(repeating: #""es-ES""#, count: 8) + [#""fr""#])
    }
}
