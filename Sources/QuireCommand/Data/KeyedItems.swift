/// Items by their ids, as databases export them: `{"65791": {"name": "Leeds"}, "2561": {"name": "York"}}`.
struct KeyedItems {
    let items: [[DataValue.Member]]
    let note: String

    /// The number of objects with the same keys that are items whatever their own keys look like.
    private static let many = 8

    /// - Returns: `nil` if the members are the fields of one item.
    init?(_ members: [DataValue.Member]) {
        let objects = Self.objects(members)
        guard objects.count == members.count, !objects.isEmpty else { return nil }
        let areIDs = members.allSatisfy { Self.isID($0.name) }
        guard areIDs || objects.count >= Self.many && Self.haveSameKeys(members) else { return nil }
        let isNumbered = members.enumerated().allSatisfy { $1.name == "\($0)" }
        let own = objects.map { $0.value("id").flatMap(RecordIdentity.id) }
        // The id is in the items already, or the key only counts them.
        if own.allSatisfy({ $0 != nil }), isNumbered || zip(own, members).allSatisfy({ $0 == $1.name }) {
            items = objects
            note = "the items are the elements of the object"
            return
        }
        let names = Set(objects.flatMap { $0.map(\.name) })
        let name = ["id", "key", "_key"].first { !names.contains($0) } ?? "__key"
        items = zip(members, objects).map { member, object in
            [DataValue.Member(name: name, value: .text(member.name))] + object
        }
        note = "the items are the elements of the object, and their keys are read as '\(name)'"
    }

    /// Whether several objects have the same keys, so that each of them may be an item.
    static func haveSameKeys(_ members: [DataValue.Member]) -> Bool {
        let objects = objects(members)
        guard objects.count == members.count, objects.count > 1, let first = objects.first else {
            return false
        }
        let names = Set(first.map(\.name))
        return !names.isEmpty && objects.allSatisfy { !names.isDisjoint(with: $0.map(\.name)) }
            && objects.count { Set($0.map(\.name)) == names } * 2 >= objects.count
    }

    private static func objects(_ members: [DataValue.Member]) -> [[DataValue.Member]] {
        members.compactMap { if case .object(let object) = $0.value { object } else { nil } }
    }

    /// Whether a key looks like an id, and not like the name of a field: `65791`, `-NxYz…`, a UUID.
    static func isID(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard let first = bytes.first, bytes.contains(where: { 0x30...0x39 ~= $0 }) else {
            return key.hasPrefix("-") && bytes.count == 20
        }
        if 0x30...0x39 ~= first || first == UInt8(ascii: "-") { return true }
        let isWord = bytes.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
        }
        return isWord && bytes.count >= 15
    }
}
