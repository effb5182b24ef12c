#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireServer
import QuireStore

/// The shop's data behind a development server in this process.
struct ServedShop {
    let server: DevelopmentServer

    /// Starts a server on a free port; the test stops it.
    static func start() async throws -> ServedShop {
        let store = try await Store(.memory, schema: ContentSchema.self)
        for module in ["publishers", "authors", "books", "reviews", "shop"] {
            let file = Shipped.root.appendingPathComponent("Sources/Bookshop/Data/\(module).ndjson")
            _ = try await store.load(module, from: .file(file.path))
        }
        let server = try DevelopmentServer(store: store, schema: ContentSchema.self)
        try await server.start()
        return ServedShop(server: server)
    }

    var address: String { server.url.absoluteString }
}
#endif
