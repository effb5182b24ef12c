/// The entries of an object that the format knows, found by key.
struct Members {
    struct Entry {
        var key: Key
        var keyValue: JSONValue
        var value: JSONValue
    }

    let object: JSONValue
    // Side by side, so that looking for a key touches nothing else.
    private var keys: [Key] = []
    private var keyIndexes: [Int] = []
    /// A bit for each key that is there.
    private var present: UInt64 = 0

    init(object: JSONValue) { self.object = object }

    /// The value of a key; of one that stands twice, the first.
    subscript(key: Key) -> JSONValue? {
        if present & (1 &<< UInt64(key.rawValue)) == 0 { return nil }
        var position = 0
        let count = keys.count
        while position < count {
            if keys[position] == key {
                return JSONValue(document: object.document, index: keyIndexes[position] + 1)
            }
            position += 1
        }
        return nil
    }

    /// Whether one of the keys is there.
    func hasAny(of keys: [Key]) -> Bool {
        for key in keys where present & (1 &<< UInt64(key.rawValue)) != 0 { return true }
        return false
    }

    /// All entries in their order.
    var entries: [Entry] {
        var entries: [Entry] = []
        for (key, index) in zip(keys, keyIndexes) {
            let keyValue = JSONValue(document: object.document, index: index)
            entries.append(
                Entry(
                    key: key, keyValue: keyValue,
                    value: JSONValue(document: object.document, index: index + 1)))
        }
        return entries
    }

    mutating func append(_ key: Key, keyIndex: Int) {
        keys.append(key)
        present |= 1 &<< UInt64(key.rawValue)
        keyIndexes.append(keyIndex)
    }
}
