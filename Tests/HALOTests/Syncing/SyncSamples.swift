import Foundation
import LoopbackServer
import Quire
import QuireSync
import SampleModules

enum Library: SchemaDescription {
    static var modules: [ModuleDescriptor] {
        [Books.descriptor, Authors.descriptor, Publishers.descriptor]
    }
    static let locales: [LocaleDescriptor] = []
}

/// Responses in order, for any request; after the last one, 500.
final class Answers: @unchecked Sendable {
    private let lock = NSLock()
    private var replies: [Reply]

    init(_ replies: [Reply]) { self.replies = replies }

    func next() -> Reply {
        lock.withLock { replies.isEmpty ? .json("{}", status: 500) : replies.removeFirst() }
    }

    func append(_ replies: Reply...) { lock.withLock { self.replies += replies } }
}

/// HALO's JSON, as a server writes it.
enum Wire {
    static func book(
        _ id: String, _ title: String, age: String = "7", module: String = "m1", updatedAt: Int? = nil
    ) -> String {
        let updated = updatedAt.map(String.init) ?? "null"
        return """
            {"id":"\(id)","name":"n","module":"\(module)","customerId":1,"values":{"title":"\(title)",\
            "age":\(age),"price":1.5,"active":true},"tags":[],"createdAt":1474980516487,"updatedAt":\(updated)}
            """
    }

    static func sync(
        _ timestamp: Int, created: [String] = [], updated: [String] = [], deleted: [String] = []
    ) -> Reply {
        let gone = deleted.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
        return .json(
            """
            {"syncTimestamp":\(timestamp),"created":[\(created.joined(separator: ","))],\
            "updated":[\(updated.joined(separator: ","))],"deleted":[\(gone)]}
            """)
    }
}

/// A temporary folder for one test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "quire-halo-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "content.sqlite") -> String { path + "/" + name }
}

extension SyncSummary {
    /// The numbers of created, updated and deleted items.
    var counts: String { "+\(created) ~\(updated) -\(deleted)" }
}
