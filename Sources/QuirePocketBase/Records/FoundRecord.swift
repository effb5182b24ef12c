import QuireCore

/// A record as an instance in HALO's form. Its id and its date are read only on demand.
struct FoundRecord: Sendable {
    let instance: StoredSlice
    private let owner: ByteOwner
    /// The JSON of the id and of the date.
    private let idRange: Range<Int>
    private let updatedRange: Range<Int>

    /// The bytes of an instance before its id.
    static let start: StaticString = "{\"id\":"

    /// - Parameters:
    ///   - owner: The bytes that hold the id and the date.
    ///   - place: Where `start` is, which the id follows.
    ///   - idLength: The number of bytes of the id's JSON.
    ///   - updated: Where the date's JSON is.
    init(
        _ instance: StoredSlice, in owner: ByteOwner, from place: Int, idLength: Int, updated: Range<Int>
    ) {
        self.instance = instance
        self.owner = owner
        let id = place + Self.start.utf8CodeUnitCount
        idRange = id..<id + idLength
        updatedRange = updated
    }

    var id: String { text(idRange) }

    /// When the server stored it last, as `2024-05-06 05:08:09.123Z`. Empty if the collection has no such field.
    var updated: String { text(updatedRange) }

    private func text(_ range: Range<Int>) -> String {
        StoredSlice(owner: owner, range: range).withBytes {
            $0.slice(0..<$0.count).jsonText ?? ""
        }
    }
}
