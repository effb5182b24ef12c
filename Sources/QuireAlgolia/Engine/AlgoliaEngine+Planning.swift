import QuireCore
import QuireRemote

extension AlgoliaEngine {
    /// Finds out what `prepare` would do: which indexes it would create or replace, how many items it would write, and
    /// which settings it would change. Only reads from the service.
    ///
    /// ```swift
    /// print(try await engine.plan(for: ContentSchema.self))
    /// // books changes books in place and writes no items: sets replicas
    /// ```
    public func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan {
        var planned: [PreparationPlan.Module] = []
        for module in modules {
            if let plan = try await plan(index(of: module), filling, restarting) { planned.append(plan) }
        }
        return PreparationPlan(planned)
    }

    private func plan(
        _ index: RecordIndex, _ filling: ClusterFilling, _ restarting: Bool
    ) async throws -> PreparationPlan.Module? {
        let module = index.module.module
        func plan(
            _ work: PreparationPlan.Work, from source: String?, live: String?, _ differences: [String]
        ) async throws -> PreparationPlan.Module {
            var copied = 0
            if case .copying = filling, let source { copied = try await count(of: source) }
            return PreparationPlan.Module(
                module.name, work, live: live, collection: index.name,
                writtenItems: try await filling.itemCount(of: module, copied: copied),
                differences: differences)
        }
        switch try await shape(of: index.name) {
        case .same(let shape) where shape == index.shape && !restarting:
            let changes = try await changedSettings(of: index)
            if changes.isEmpty { return nil }
            return PreparationPlan.Module(
                module.name, .alter, live: index.name, collection: index.name, differences: changes)
        case .other where !restarting: throw Self.foreign(index)
        case nil:
            let former = try await former(index)
            return try await plan(
                .create, from: former?.index, live: nil, former.map { ["was \"\($0.name)\""] } ?? [])
        case .same(let shape):
            let reason = shape == index.shape ? "starts over" : "changes what the records hold"
            return try await plan(.rebuild, from: index.name, live: index.name, [reason])
        case .other:
            return try await plan(
                .rebuild, from: index.name, live: index.name, ["was not made by this engine"])
        }
    }

    /// The settings of an index and its replicas that differ from those that `prepare` would set.
    private func changedSettings(of index: RecordIndex) async throws -> [String] {
        var changes = try await changedSettings(of: index.name, to: index.settings(settings))
        for replica in index.replicas {
            let name = settings.prefix + replica.name
            let wanted = index.settings(of: replica, settings)
            changes += try await changedSettings(of: name, to: wanted).map { "\($0) of \(name)" }
        }
        return changes
    }

    private func changedSettings(of name: String, to wanted: JSONValue) async throws -> [String] {
        guard case .object(let members) = wanted else { return [] }
        let found: JSONValue
        do {
            found = try JSONValue(
                parsing: await connection.send(.get, ["1", "indexes", name, "settings"], .latest))
        } catch let error as AlgoliaError where error.status == 404 {
            return ["creates the replica"]
        }
        let changed = members.filter { member in
            // A load adds its token to this one.
            if member.name == "userData" { return found["userData"]?["quire"] != member.value["quire"] }
            return found[member.name].map { $0 != member.value } ?? !Self.isStandard(member.value)
        }
        return changed.isEmpty ? [] : ["sets \(changed.map(\.name).joined(separator: ", "))"]
    }

    /// Whether a setting may be missing in the service's response because it has its default.
    private static func isStandard(_ value: JSONValue) -> Bool {
        [.array([]), .boolean(false), .string("none")].contains(value)
    }

    /// The number of records of an index.
    private func count(of name: String) async throws -> Int {
        let path = ["1", "indexes", name, "browse"]
        let body = JSONValue.object([.init("params", .string("hitsPerPage=1"))])
        let data = try await connection.send(.post, path, body: body.data, .latest)
        guard case .integer(let count)? = (try? JSONValue(parsing: data))?["nbHits"] else {
            throw AlgoliaResponseError(
                request: AlgoliaConnection.name(.post, path), place: "nbHits", expected: "a whole number")
        }
        return Int(count)
    }
}
