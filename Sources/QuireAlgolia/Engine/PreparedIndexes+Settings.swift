import QuireCore
import QuireRemote

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
