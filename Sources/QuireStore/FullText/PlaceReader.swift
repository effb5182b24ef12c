#if SQLite
import CSQLite

/// Reads the places of a phrase in a row.
///
/// A call for each place takes FTS5 longer than reading it: several numbers of variable size, one after another. After as
/// many places as show that this SQLite stores them in the known form, they are read without calls.
struct PlaceReader {
    /// The number of places that are compared with those of FTS5.
    private static let mostCompared = 200

    private(set) var column: Int32 = -1
    private(set) var offset: Int32 = -1
    private var iterator = Fts5PhraseIter()
    private var compared = 0
    private var hasKnownForm = true

    /// Moves to the first place. Returns `false` if FTS5 fails.
    mutating func first(
        of phrase: Int32, _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer
    ) -> Bool {
        column = -1
        offset = -1
        return api.pointee.xPhraseFirst(context, phrase, &iterator, &column, &offset) == SQLITE_OK
    }

    /// Moves to the next place. After the last one, the column is negative.
    @inline(__always)
    mutating func next(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        if hasKnownForm, compared >= Self.mostCompared { return readNext() }
        compareNext(api, context)
    }

    private mutating func compareNext(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        var other = self
        other.readNext()
        api.pointee.xPhraseNext(context, &iterator, &column, &offset)
        compared += 1
        if other.column != column || other.offset != offset { hasKnownForm = false }
    }

    /// A place is the distance from the one before plus 2. The number 1 begins the next column.
    @inline(__always)
    private mutating func readNext() {
        guard var start = iterator.a, let end = iterator.b, start < end else {
            column = -1
            offset = -1
            return
        }
        var number = Self.number(&start, end)
        if number == 1 {
            column = Self.number(&start, end)
            offset = 0
            number = Self.number(&start, end)
        }
        offset = offset &+ number &- 2
        iterator.a = start
    }

    /// A number of variable size.
    @inline(__always)
    private static func number(_ start: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int32 {
        var number: UInt32 = 0
        while start < end {
            let byte = start.pointee
            start += 1
            number = number << 7 | UInt32(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return Int32(truncatingIfNeeded: number)
    }
}
#endif
