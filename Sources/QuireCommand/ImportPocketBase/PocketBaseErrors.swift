import QuireSchema

/// The errors in a description of collections. After some errors, reading stops.
struct PocketBaseErrors {
    /// A damaged file could have a million errors.
    static let most = 20

    var notes: ImportNotes
    private var count = 0

    init(notes: ImportNotes) { self.notes = notes }

    var isFull: Bool { count >= Self.most }

    mutating func add(_ message: String, at location: SourceLocation) {
        count += 1
        if count <= Self.most { notes.fail(message, at: location) }
    }
}
