import QuireText

/// A key in loaded items that their module does not declare. Its values are ignored.
public struct UnknownKey: Sendable, Hashable {
    /// The path, such as `values.ratign`, or `ratign` for a key beside `values`.
    public var path: String
    /// The number of lines that have the key.
    public var count: Int
    /// The first line that has the key. Counting starts at 1.
    public var firstLine: Int

    public init(path: String, count: Int, firstLine: Int) {
        self.path = path
        self.count = count
        self.firstLine = firstLine
    }
}

/// Counts distinct unknown keys.
package struct UnknownKeys: Sendable {
    /// The keys in the order in which they were found.
    package private(set) var keys: [UnknownKey] = []
    /// The number of distinct keys beyond the limit. Lines that use ids as keys can have millions.
    package private(set) var hiddenCount = 0
    private var positions: [String: Int] = [:]

    /// The maximum number of distinct keys kept.
    package static let most = 100

    package init() {}

    package mutating func add(_ path: String, line: Int) {
        if let position = positions[path] {
            keys[position].count += 1
        } else if keys.count < Self.most {
            positions[path] = keys.count
            keys.append(UnknownKey(path: path, count: 1, firstLine: line))
        } else {
            hiddenCount += 1
        }
    }

    package mutating func add(_ paths: [String], line: Int) {
        for path in paths { add(path, line: line) }
    }
}

extension ModuleDescriptor {
    /// The keys of an instance that are neither metadata nor a field, including those in objects: `values.ratign`.
    package func unknownKeys(of instance: JSONValue) -> [String] {
        guard case .object(let members) = instance else { return [] }
        var keys: [String] = []
        for member in members where !Self.instanceKeys.contains(member.name) { keys.append(member.name) }
        if let values = instance.member("values") {
            fields.collectUnknownKeys(in: values, path: "values.", into: &keys)
        }
        return keys
    }

    /// The keys that an instance has besides the metadata that can be queried.
    package static let instanceKeys: Set<String> = Set(FieldTable.metadata.fields.map(\.name)).union([
        "values", "tags", "externalId", "pushSchedule",
    ])
}

extension FieldTable {
    /// Adds the paths of the keys in an object that are not its fields.
    package func collectUnknownKeys(in object: JSONValue, path: String, into keys: inout [String]) {
        guard case .object(let members) = object else { return }
        for member in members {
            guard let field = field(reading: member.name) else {
                keys.append(path + member.name)
                continue
            }
            guard field.kind.hasKeys else { continue }
            field.kind.collectUnknownKeys(in: member.value, path: path + member.name + ".", into: &keys)
        }
    }
}

extension FieldKind {
    /// Whether its values have keys that the schema declares.
    package var hasKeys: Bool {
        switch self {
        case .object: true
        case .list(let element): element.hasKeys
        default: false
        }
    }

    /// Adds the paths of unknown keys in a value. Keys of list elements are reported under the list's path.
    package func collectUnknownKeys(in value: JSONValue, path: String, into keys: inout [String]) {
        switch self {
        case .object(let table): table.collectUnknownKeys(in: value, path: path, into: &keys)
        case .list(let element):
            guard case .array(let elements) = value, element.hasKeys else { return }
            for inner in elements { element.collectUnknownKeys(in: inner, path: path, into: &keys) }
        default: break
        }
    }
}
