/// The entries of an object that the format knows, found by key.
struct Members {
    struct Entry {
        var key: Key
        var keyValue: JSONValue
        var value: JSONValue
    }

    let object: JSONValue
    var entries: [Entry] = []

    /// The value of a key; of one that stands twice, the first.
    subscript(key: Key) -> JSONValue? {
        for entry in entries where entry.key == key { return entry.value }
        return nil
    }
}
