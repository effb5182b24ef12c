import QuireCore

/// A record as an instance in HALO's form. Its id and its date are read only on demand.
struct FoundRecord: Sendable {
    let instance: StoredSlice
    /// The lengths of the id's JSON in the instance, and of the date's JSON behind the instance.
    private let idLength: Int
    private let updatedLength: Int

    /// The bytes of an instance before its id.
    static let start: StaticString = "{\"id\":"

    /// - Parameters:
    ///   - instance: Begins with `start` and the id. The date's JSON follows it.
    ///   - idLength: The number of bytes of the id's JSON.
    ///   - updatedLength: The number of bytes of the date's JSON.
    init(_ instance: StoredSlice, idLength: Int, updatedLength: Int) {
        self.instance = instance
        self.idLength = idLength
        self.updatedLength = updatedLength
    }

    var id: String {
        let start = instance.range.lowerBound + Self.start.utf8CodeUnitCount
        return text(start..<start + idLength)
    }

    /// When the server stored it last, as `2024-05-06 05:08:09.123Z`. Empty if the collection has no such field.
    var updated: String {
        text(instance.range.upperBound..<instance.range.upperBound + updatedLength)
    }

    private func text(_ range: Range<Int>) -> String {
        StoredSlice(owner: instance.owner, range: range).withBytes {
            $0.slice(0..<$0.count).jsonText ?? ""
        }
    }
}
