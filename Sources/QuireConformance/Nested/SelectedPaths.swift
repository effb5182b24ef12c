import QuireCore

/// Selections of fields and of members of objects, and what they leave of an item, worked out by comparing paths.
struct SelectedPaths {
    /// The names that lead to each selected value.
    private let ways: [[String]]

    /// The names of a request's fields.
    var names: [String] { ways.map { $0.joined(separator: ".") } }

    /// Random selections of a module's values, of up to four paths each.
    static func selections(_ count: Int, of module: ModuleDescriptor, seed: UInt64) -> [SelectedPaths] {
        let all = ways(in: module.fields).filter { way in
            // The name is the field's.
            way.count == 1 || module.fields[way.joined(separator: ".")] == nil
        }
        var draws = Draws(seed: seed)
        return (0..<count).map { _ in
            SelectedPaths(ways: (0..<Int.random(in: 1...4, using: &draws)).map { _ in draws.one(of: all) })
        }
    }

    /// The ways to the values of a table, and to those of its objects.
    private static func ways(in table: FieldTable) -> [[String]] {
        table.fields.flatMap { field -> [[String]] in
            guard case .object(let inner) = field.kind.innermost else { return [[field.name]] }
            return [[field.name]] + ways(in: inner).map { [field.name] + $0 }
        }
    }

    /// The selected values of an item, without null.
    func values(of item: JSONValue) -> JSONValue {
        Self.sorted(kept(item.member("values") ?? .null, at: []))
    }

    /// Values in the order of their names, without null.
    static func sorted(_ values: JSONValue?) -> JSONValue {
        guard case .object(let members)? = values else { return .object([]) }
        return .object(members.filter { $0.value != .null }.sorted { $0.name < $1.name })
    }

    private func kept(_ value: JSONValue, at way: [String]) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { kept($0, at: way) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    let way = way + [member.name]
                    if ways.contains(where: { way.starts(with: $0) }) { return member }
                    guard ways.contains(where: { $0.starts(with: way) }) else { return nil }
                    return .init(member.name, kept(member.value, at: way))
                })
        default: return value
        }
    }
}
