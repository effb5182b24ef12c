import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The index of a module with its replicas, and the one that is filled beside it.
struct PreparedIndexes: CollectionDriver {
    let service: AlgoliaEngine
    let index: RecordIndex

    var module: ModuleDescriptor { index.module.module }
    var engineName: String { AlgoliaConnection.engineName }
    var liveName: String { index.name }
    var unfinishedPolicy: UnfinishedPolicy { .remove }
    var recreatesCurrent: Bool { true }

    // MARK: - Descriptions

    func live() async throws -> (name: String, state: CollectionState?)? {
        guard let data = try await service.userData(of: index.name) else { return nil }
        let state: CollectionState =
            switch data["quire"] {
            case nil: .foreign(["it was not made by this engine"])
            case .string(index.shape): .current
            default: .otherSchema(["changes what the records hold"])
            }
        return (index.name, state)
    }

    func live(formerly name: String) async throws -> String? {
        let former = service.settings.prefix + name
        return try await service.userData(of: former)?["quire"] == nil ? nil : former
    }

    func next(after live: String?) -> String { index.name + "_next" }

    func nameWhenLive(_ collection: String) -> String { index.name }

    func differences(of collection: String) async throws -> [String]? {
        guard let data = try await service.userData(of: collection) else { return nil }
        return data["quire"] == .string(index.shape) && data["load"] != nil
            ? [] : ["no load of this schema fills it"]
    }

    func note(of collection: String) -> JSONValue? { nil }

    func count(of collection: String) async throws -> Int {
        let path = ["1", "indexes", collection, "browse"]
        let body = JSONValue.object([.init("params", .string("hitsPerPage=1"))])
        let data = try await service.connection.send(.post, path, body: body.data, intent: .latest)
        guard let count = (try? JSONValue(parsing: data))?["nbHits"]?.int else {
            throw AlgoliaResponseError(
                request: AlgoliaConnection.name(.post, path), place: "nbHits", expected: "a whole number")
        }
        return count
    }

    /// The token of the load, which the settings of the index hold.
    func identity(of collection: String, isResumed: Bool) async throws -> String {
        if isResumed, case .string(let token)? = try await service.userData(of: collection)?["load"] {
            return token
        }
        let token = UUID().uuidString
        try await service.set(settings(of: collection).with(token: token), of: collection)
        return token
    }

    func alterations(of live: String) async throws -> (items: Int, settings: [String]) {
        (0, try await changedSettings())
    }

    // MARK: - Steps

    func create(_ collection: String) async throws -> Bool {
        try await service.set(settings(of: collection), of: collection)
        return true
    }

    func remove(_ collection: String) async throws { try await service.removeIndex(collection) }

    func addNote(to collection: String) {}

    func alter(_ live: String, _ report: Report) async throws -> Int {
        try await setAll()
        return 0
    }

    func store(_ instances: [JSONValue], in collection: String) async throws -> [WriteError?] {
        try await service.store(instances, index, into: collection, wait: true)
    }

    func copy(from source: String, to collection: String, _ report: Report) async throws {
        var copy = IndexCopy(indexes: self, source: source, target: collection)
        try await copy.run(report)
    }

    /// Then waits until searches see all records: the service runs the tasks of an index in order.
    func makeLive(_ collection: String, insteadOf live: String?, _ copy: Void?) async throws {
        if collection != index.name {
            let body = JSONValue.object([
                .init("destination", .string(index.name)), .init("operation", .string("move")),
            ])
            let move = try await service.change(.post, collection, path: ["operation"], body: body.data)
            try await service.finish(move, wait: true)
        }
        try await setAll()
    }
}

extension PreparedIndexes {
    /// The settings of an index. One that is not live has no replicas.
    func settings(of collection: String) -> JSONValue {
        index.settings(service.settings, hasReplicas: collection == index.name)
    }

    /// The settings of the live index and its replicas, by name.
    private var all: [(name: String, settings: JSONValue)] {
        [(index.name, settings(of: index.name))]
            + index.replicas.map {
                (service.settings.prefix + $0.name, index.settings(of: $0, service.settings))
            }
    }

    func setAll() async throws {
        for (name, settings) in all { try await service.set(settings, of: name) }
    }

    /// The settings that differ from those that `prepare` would set.
    func changedSettings() async throws -> [String] {
        var changes: [String] = []
        for (name, settings) in all {
            let own = try await changedSettings(of: name, to: settings)
            changes += name == index.name ? own : own.map { "\($0) of \(name)" }
        }
        return changes
    }

    private func changedSettings(of name: String, to wanted: JSONValue) async throws -> [String] {
        guard let current = try await service.settings(of: name) else { return ["creates the replica"] }
        let changed = (wanted.members ?? []).filter { member in
            // A load adds its token to this one.
            if member.name == "userData" { return current["userData"]?["quire"] != member.value["quire"] }
            return current[member.name].map { $0 != member.value } ?? !Self.isStandard(member.value)
        }
        return changed.isEmpty ? [] : ["sets \(changed.map(\.name).joined(separator: ", "))"]
    }

    /// Whether a setting may be missing in the service's response because it has its default.
    private static func isStandard(_ value: JSONValue) -> Bool {
        [.array([]), .boolean(false), .string("none")].contains(value)
    }
}

extension JSONValue {
    /// The settings of an index, with the token of a load.
    func with(token: String) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for index in members.indices where members[index].name == "userData" {
            guard case .object(let data) = members[index].value else { continue }
            members[index].value = .object(data + [.init("load", .string(token))])
        }
        return .object(members)
    }
}
