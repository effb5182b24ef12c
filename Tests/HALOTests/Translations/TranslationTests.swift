#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireSync
import QuireStore
import SampleModules
import Testing
import TransportDoubles

@testable import QuireHALO

/// Texts by their keys, loaded by a sync or a search, one load at a time.
@Suite("Translations", .timeLimit(.minutes(10)))
struct TranslationTests {
    /// A book as a label: its title is the key, its registration the text.
    private static func label(_ id: String, _ key: String, _ text: String?) -> String {
        let registration = text.map { #""\#($0)""# } ?? "null"
        return
            #"{"id":"\#(id)","module":"m1","values":{"title":"\#(key)","age":1,"price":1,"active":true,"registration":\#(registration)}}"#
    }

    /// A server that responds in the requested language.
    private static func server(_ gate: Gate? = nil) throws -> LoopbackServer {
        try LoopbackServer { request in
            gate?.wait()
            let french = request.text.contains(#""locale":"fr""#)
            let labels = [
                label("1", "cart", french ? "Panier" : "Cart"), label("2", "buy", french ? "Acheter" : "Buy"),
                label("3", "empty", nil),
            ]
            if request.path.hasSuffix("/search") { return .json("[\(labels.joined(separator: ","))]") }
            return Wire.sync(1000, created: request.text.contains("fromSync") ? [] : labels)
        }
    }

    private static func synced(
        _ server: LoopbackServer, byName: Bool
    ) async throws -> (texts: Translations, store: Store) {
        let store = try await Store(.memory, schema: Library.self)
        let sync = ContentSync(
            from: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900))), into: store)
        let content = ContentClient(engine: store)
        if byName {
            return (
                Translations(
                    module: "books", key: "title", text: "registration", locale: "en-US", loadingText: "…",
                    from: content, syncing: sync), store
            )
        }
        return (
            Translations(
                Books.query(), key: \.title, text: \.registration, locale: "en-US", loadingText: "…",
                from: content, syncing: sync), store
        )
    }

    @Test("Texts come from a synced module, by key paths and by names", arguments: [true, false])
    func synced(_ byName: Bool) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let (texts, store) = try await Self.synced(server, byName: byName)
        #expect(texts.text("cart") == "…")
        #expect(texts.all.isEmpty)
        try await texts.load()
        #expect(texts.text("cart") == "Cart")
        #expect(texts.texts(["cart", "buy", "none"]) == ["cart": "Cart", "buy": "Buy", "none": "none"])
        #expect(texts.all == ["cart": "Cart", "buy": "Buy"])
        #expect(texts.skipped == 1)
        #expect(
            server.requests.map(\.path) == Array(repeating: "/api/generalcontent/instance/sync", count: 2))

        try await texts.setLocale("fr")
        #expect(texts.locale == "fr")
        #expect(texts.text("cart") == "Panier")
        #expect(try await store.synced.syncState(of: "books")?.locale == "fr")

        try await texts.clear()
        #expect(texts.text("cart") == "…")
        #expect(texts.all.isEmpty)
        #expect(try await store.count(Books.self) == 0)
        #expect(try await store.synced.syncState(of: "books") == nil)
        #expect(try await texts.loadedText("buy") == "Acheter")
    }

    @Test("Without a sync, they are searched in the language")
    func searched() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let texts = Translations(
            module: "books", key: "title", text: "registration", locale: "fr", defaultText: "?",
            from: ContentClient(
                engine: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900)))))
        #expect(try await texts.loadedText("cart") == "Panier")
        #expect(texts.text("none") == "?")
        #expect(
            server.requests.map(\.text) == [
                #"{"moduleName":"books","fields":["values.title","values.registration"],"pagination":{"skip":"true"},"segmentMode":"partial","locale":"fr"}"#
            ])
    }

    @Test("During a load, a reader gets the loading text and then the text; there is one load")
    func loading() async throws {
        let gate = Gate()
        let server = try Self.server(gate)
        defer {
            gate.open()
            server.stop()
        }
        let (texts, _) = try await Self.synced(server, byName: true)
        var cart = texts.updates(of: "cart").makeAsyncIterator()
        var none = texts.updates(of: "none").makeAsyncIterator()
        #expect(await cart.next() == "…")
        #expect(await none.next() == "…")
        let callers = (1...5).map { _ in Task { try await texts.loadedText("buy") } }
        try await eventually { server.requestCount == 1 }
        #expect(texts.text("cart") == "…")
        gate.open()
        #expect(await cart.next() == "Cart")
        #expect(await none.next() == "none")
        for caller in callers { #expect(try await caller.value == "Buy") }
        #expect(texts.text("cart") == "Cart")
        // Another language: the loading text again, then its text.
        try await texts.setLocale("fr")
        #expect(await cart.next() == "…")
        #expect(await cart.next() == "Panier")
        // An unchanged text causes no notification.
        try await texts.load()
        try await texts.setLocale("en-US")
        #expect(await cart.next() == "…")
        #expect(await cart.next() == "Cart")
    }

    @Test("A load that fails throws and keeps the existing texts; without any, the default is returned")
    func failing() async throws {
        let responses = Answers([.json("[]", status: 500)])
        let server = try LoopbackServer { _ in responses.next() }
        defer { server.stop() }
        let engine = HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900), retries: .never))
        let texts = Translations(
            module: "books", key: "title", text: "registration", locale: "en", loadingText: "…",
            from: ContentClient(engine: engine))
        await #expect(throws: HALOError.self) { try await texts.loadedText("cart") }
        #expect(texts.text("cart") == "cart")
        #expect((texts.loadError as? HALOError)?.status == 500)
        responses.append(
            .json("[\(Self.label("1", "cart", "Cart"))]"), .json("[]", status: 500), .json("<html>"))
        try await texts.load()
        #expect(texts.text("cart") == "Cart")
        await #expect(throws: HALOError.self) { try await texts.load() }
        #expect(texts.text("cart") == "Cart")
        await #expect(throws: ContentDecodingError.self) { try await texts.load() }
        #expect(texts.text("cart") == "Cart")
    }

    @Test("Texts received in all languages use the current one; later items win")
    func allLanguages() throws {
        let page = """
            {"items":[{"values":{"k":"a","t":{"en":"A","fr":"Ah"}}},{"values":{"k":"b","t":{"en":"B"}}},
            {"values":{"k":"a2","t":""}},{"values":null},{},{"values":{"k":7,"t":"x"}},
            {"values":{"k":"a","t":"last"}}]}
            """
        let table = try TranslationTable(
            page: Data(page.utf8), key: "k", text: "t", locale: "fr", module: "labels")
        #expect(table.texts == ["a": "last", "a2": ""])
        #expect(table.skipped == 4)
    }
}
#endif
