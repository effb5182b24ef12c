import Foundation
import Quire
import QuireIndexing

/// Objects of some types in memory, and a provider that reports their changes, like an app without a store.
actor Objects: ChangeProvider {
    nonisolated let types: [String]
    private let signatures: [String: String]
    private var objects: [(type: String, id: String, text: String)] = []
    private var reporter: ChangeReporter?
    /// The number of listed pages.
    private(set) var pages = 0

    init(_ types: [String], signatures: [String: String] = [:]) {
        self.types = types
        self.signatures = signatures
    }

    nonisolated func signature(of type: String) -> String { signatures[type] ?? "" }

    func start(_ reporter: ChangeReporter) { self.reporter = reporter }

    func stop() { reporter = nil }

    /// Adds an object without reporting it, as if it had existed before.
    func place(_ id: String, _ text: String, _ type: String = "letters") {
        objects.removeAll { $0.type == type && $0.id.isByteEqual(to: id) }
        objects.append((type, id, text))
    }

    func remove(_ id: String, _ type: String = "letters") {
        objects.removeAll { $0.type == type && $0.id.isByteEqual(to: id) }
    }

    func report(_ changes: [ObjectChange], _ type: String = "letters") async throws {
        try await reporter?.report(changes, of: type)
    }

    func text(_ id: String, _ type: String) -> String? {
        objects.first { $0.type == type && $0.id.isByteEqual(to: id) }?.text
    }

    func all(_ type: String) -> [[UInt8]: String] {
        var all: [[UInt8]: String] = [:]
        for object in objects where object.type == type { all[Array(object.id.utf8)] = object.text }
        return all
    }

    func objects(of type: String, after cursor: String?, limit: Int) -> ObjectPage {
        pages += 1
        let ids = objects.filter { $0.type == type }.map(\.id).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        let rest = ids.drop { id in
            cursor.map { !$0.utf8.lexicographicallyPrecedes(id.utf8) } ?? false
        }
        let page = Array(rest.prefix(limit))
        return ObjectPage(ids: page, cursor: rest.count > limit ? page.last : nil)
    }

    func count(of type: String) async throws -> Int? { objects.count { $0.type == type } }
}
