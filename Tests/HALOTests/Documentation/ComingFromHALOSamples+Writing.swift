import Foundation
import Quire
import QuireHALO
import QuireStore
import QuireSync
import SampleModules

/// Writing.
enum WriteSamples {
    static func write(_ content: ContentClient, _ book: Book, _ other: Book) async throws {
        var draft = Books.Draft()
        draft.title = .set("Emma")
        draft.registration = .clear
        _ = try await content.create(draft)
        _ = try await content.save(book)
        _ = try await content.update("57ea6aa4", with: draft)
        try await content.delete(book)
        _ = try await content.createOrUpdate(book)
        _ = try await content.delete(all: Books.self)
    }

    static func batch(_ content: ContentClient, _ draft: Books.Draft, _ book: Book, _ other: Book)
        async throws
    {
        let result = try await content.batch {
            $0.create(draft); $0.update(book); $0.delete(other)
        }
        _ = try await content.write(result.resolving(Books.self, by: .keepMine))
    }

    static func settle(_ content: ContentClient, _ book: Book) async throws {
        do {
            _ = try await content.save(book)
        } catch let conflict as WriteConflictError<Books> {
            _ = try await content.resolve(
                conflict,
                by: .merge { mine, theirs in
                    var merged = theirs
                    merged.title = mine.title
                    return merged
                })
        }
    }
}

#if SQLite
/// Syncing.
enum SyncSamples {
    static func first(_ halo: HALOEngine, _ store: Store) async throws {
        let sync = ContentSync(from: halo, into: store, locale: "en-US")
        let summary = try await sync.sync(Books.self)
        print("\(summary.created) new, \(summary.updated) changed, \(summary.deleted) gone")
        let local = try await ContentClient(engine: store).fetch(Books.query().where(\.age >= 18))
        print(local.count)
    }

    static func more(_ sync: ContentSync, _ store: Store, day: Date, later: Date) async throws {
        _ = try await sync.sync(Books.self)
        _ = try await sync.sync(Books.self, moduleID: "571f38b4bb7f3729")
        _ = try await sync.sync(Books.self, from: day, to: later)
        _ = try await sync.sync(Books.self, locale: "es-ES")
        _ = try await sync.syncAll()
        _ = try await ContentClient(engine: store).fetch(Books.query())
        _ = try await sync.log(of: Books.self)
        try await sync.clearLog(of: Books.self)
        try await sync.clear(Books.self)
        _ = sync.events(of: Books.self)
    }
}

/// Offline.
enum OfflineSamples {
    static let queries: [Query<Books>] = [
        Books.query().offline(.network), Books.query().offline(.networkElseStored),
        Books.query().offline(.stored), Books.query().offline(timeToLive: .seconds(3600)),
        Books.query().published().offline(tag: "front page"),
    ]

    static func fetch(_ halo: HALOEngine, _ store: Store) async throws {
        let engine = halo.offline(in: store)
        let content = ContentClient(engine: engine)
        let page = try await content.fetch(Books.query().where(\.age >= 18))
        if case .stored(let date) = page.origin { print("as of \(date)") }
        try await engine.offlineData.clear()
    }
}
#endif
