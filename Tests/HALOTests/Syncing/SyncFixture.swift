#if SQLite
import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireSync
import QuireStore
import SampleModules

/// A server with a sync API, a store, and the sync between them.
struct SyncFixture {
    let server: LoopbackServer
    let responses: Answers
    let store: Store
    let sync: ContentSync

    init(
        _ responses: [Reply], locale: String? = "en-US", settings: ContentSync.Settings = .init(),
        store: Store? = nil
    ) async throws {
        let responses = Answers(responses)
        self.responses = responses
        server = try LoopbackServer { _ in responses.next() }
        if let store {
            self.store = store
        } else {
            self.store = try await Store(.memory, schema: Library.self)
        }
        sync = ContentSync(
            from: HALOEngine(baseURL: server.url, settings: .init(timeout: .seconds(900), retries: .never)),
            into: self.store,
            locale: locale, settings: settings)
    }

    /// The bodies that were sent, in order.
    var bodies: [String] { server.requests.map(\.text) }

    /// A header of all requests, in order; "-" if it was not sent.
    func headers(_ name: String) -> [String] { server.requests.map { $0[name] ?? "-" } }

    /// The titles in the store, by id.
    var titles: [String: String] {
        get async throws {
            let page = try await ContentClient(engine: store).fetch(Books.query().page(.all))
            return Dictionary(uniqueKeysWithValues: page.map { ($0.id.rawValue, $0.title) })
        }
    }

    /// Everything that a sync can change.
    var content: [String] {
        get async throws {
            let data = try await ContentClient(engine: store).fetchData(Books.query().page(.all))
            let state = try await store.synced.syncState(of: "books")
            let log = try await store.synced.syncLog(of: "books")
            return [String(decoding: data, as: UTF8.self), "\(String(describing: state))", "\(log)"]
        }
    }
}
#endif
