/// The known entries of an object, by key.
struct Members {
    struct Entry {
        var key: Key
        var keyValue: JSONValue
        var value: JSONValue
    }

    let object: JSONValue
    // Stored separately, so that looking up a key touches nothing else.
    private var keys: [Key] = []
    private var keyIndexes: [Int] = []
    /// A bit for each existing key.
    private var present: UInt64 = 0

    init(object: JSONValue) { self.object = object }

    /// The first value of a key.
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

    /// Whether at least one of the keys exists.
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
