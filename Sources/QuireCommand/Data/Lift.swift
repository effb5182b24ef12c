import QuireSchema

/// Nested ids that become a field of their own, as `--lift` sets it: `contributors.id=artists`.
struct Lift: Sendable, Hashable {
    /// The keys from the item to the ids. Lists on the way are passed.
    var path: [String]
    /// The field that holds the ids.
    var field: String
    /// The module that the ids belong to.
    var module: String

    var keyPath: String { path.joined(separator: ".") }

    /// Reads `contributors.id=artists`, or `contributors.id=creators:artists` for a field with a name of its own.
    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let path = parts.first?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        let target =
            parts.count == 2
            ? parts[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init) : []
        guard path.count > 1, !path.contains(""), (1...2).contains(target.count), !target.contains("") else {
            throw UsageError(
                "--lift expects <path>=<module>, such as contributors.id=artists, not \(quoted(text))")
        }
        self.path = path
        field = target[0]
        module = target[target.count - 1]
    }

    static func all(_ arguments: Arguments) throws(UsageError) -> [Lift] {
        var lifts: [Lift] = []
        for text in arguments.values["--lift"] ?? [] {
            let lift = try Lift(text)
            if lifts.contains(where: { $0.field == lift.field }) {
                throw UsageError(
                    "two --lift options fill the field \(quoted(lift.field)); name one of them: <path>=<field>:<module>"
                )
            }
            lifts.append(lift)
        }
        return lifts
    }

    /// Adds the lifted ids to an item. A list of objects gives a list, without repeated ids.
    static func apply(_ lifts: [Lift], to members: [DataValue.Member]) -> [DataValue.Member] {
        if lifts.isEmpty { return members }
        var members = members
        for lift in lifts where members.value(lift.field) == nil {
            var ids = Ids()
            lift.collect(.object(members), lift.path[...], into: &ids)
            if ids.isList {
                members.append(.init(name: lift.field, value: .list(ids.values.map(DataValue.text))))
            } else if let id = ids.values.first {
                members.append(.init(name: lift.field, value: .text(id)))
            }
        }
        return members
    }

    private struct Ids {
        var values: [String] = []
        var known: Set<String> = []
        var isList = false
    }

    private func collect(_ value: DataValue, _ rest: ArraySlice<String>, into ids: inout Ids) {
        switch value {
        case .list(let elements):
            ids.isList = true
            for element in elements { collect(element, rest, into: &ids) }
        case .object(let members) where !rest.isEmpty:
            if let inner = members.value(rest[rest.startIndex]) {
                collect(inner, rest.dropFirst(), into: &ids)
            }
        case .cell(let text):
            if let inner = ValueConversion.container(text) {
                collect(inner, rest, into: &ids)
            } else if rest.isEmpty, let id = RecordIdentity.id(value), ids.known.insert(id).inserted {
                ids.values.append(id)
            }
        default:
            if rest.isEmpty, let id = RecordIdentity.id(value), ids.known.insert(id).inserted {
                ids.values.append(id)
            }
        }
    }
}
