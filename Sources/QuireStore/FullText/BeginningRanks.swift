#if SQLite
import CSQLite
import QuireEngine

/// Ranks the rows that have only words that begin with the query's only word, which is unfinished.
///
/// Nearly all rows that the first letters of a word find are of this kind. The best field alone decides their rank: of the
/// fields that begin with such a word, the one with the greatest weight. So they need no weigher.
struct BeginningRanks {
    /// Where a row has the beginning.
    struct Found {
        /// The rank of the row, without popularity and density; `nil` if it does not lead.
        var key: Int64?
        /// Whether some field begins with it.
        var isAtBeginning = false
        var isInMainField = false
    }

    /// The phrase of the beginning.
    private let phrase: Int32
    /// The other phrases, which stand for whole words.
    private let others: [Int32]
    /// Whether it is the word as it was typed.
    private let isOwn: Bool
    /// For each column of the index, the number of the searched field; -1 if it is not searched.
    private let fields: [Int]
    /// The field with the greatest weight; -1 if there are several, or if it is the only field.
    private let mainField: Int
    /// For each field, the rank of a row in which it is the best field.
    private let keys: [Int64]
    /// For each field, the number of words of the current row.
    private var occurrences: [Int32]
    private var places = PlaceReader()
    private let mostPlaces = RankPlan.mostPlaces

    /// - Parameter limit: A rank before those of all rows that do not lead.
    init?(_ phrases: PhraseTable, _ plan: RankPlan, before limit: RankKey) {
        guard plan.wordCount == 1, !plan.fields.contains(where: \.hasLines), !phrases.isLine.contains(true)
        else { return nil }
        var beginning: Int?
        var others: [Int32] = []
        for phrase in 0..<phrases.count where phrases.firstEntry[phrase] < phrases.firstEntry[phrase + 1] {
            if phrases.isWhole[phrase] {
                others.append(Int32(phrase))
            } else if beginning == nil {
                beginning = phrase
            } else {
                return nil
            }
        }
        guard let beginning else { return nil }
        phrase = Int32(beginning)
        self.others = others
        isOwn = phrases.isOwn[beginning]
        fields = phrases.fields
        mainField = phrases.mainField
        let entries = phrases.entries[phrases.firstEntry[beginning]..<phrases.firstEntry[beginning + 1]]
        keys = plan.fields.map { field in
            var criteria = RankKey.Criteria()
            criteria.cost = entries.map { plan.entries[$0].cost }.min() ?? 0
            criteria.fieldRank = field.rank
            let key = RankKey(criteria, popularity: plan.hasPopularity ? 0 : nil)
            return key < limit ? key.value : .max
        }
        occurrences = Array(repeating: 0, count: plan.fields.count)
    }

    /// Whether the current row has no other phrase.
    func isOnlyPhrase(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) -> Bool {
        for phrase in others {
            var iterator = Fts5PhraseIter()
            var column: Int32 = -1
            var offset: Int32 = -1
            guard
                api.pointee.xPhraseFirst(context, phrase, &iterator, &column, &offset) == SQLITE_OK,
                column < 0
            else { return false }
        }
        return true
    }

    private func field(of column: Int32) -> Int {
        column >= 0 && Int(column) < fields.count ? fields[Int(column)] : -1
    }

    /// Finds where the current row has the beginning.
    ///
    /// - Parameter counts: Whether all of its words are to be counted.
    mutating func find(
        counts: Bool, _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer
    ) -> Found {
        guard places.first(of: phrase, api, context) else { return Found() }
        var match = Found()
        var places = places
        defer { self.places = places }
        var key = Int64.max
        var count = 0
        var lastColumn: Int32 = -1
        var lastOffset: Int32 = -1
        // Of the current column. Its number is stored once, because storing it in an array takes longer than reading a place.
        var occurrence: Int32 = 0
        var field = -1
        for field in occurrences.indices { occurrences[field] = 0 }
        while places.column >= 0 {
            let column = places.column
            let offset = places.offset
            if column != lastColumn {
                if field >= 0 { occurrences[field] = occurrence }
                field = self.field(of: column)
                occurrence = 0
                lastColumn = column
                lastOffset = -1
                if field >= 0, field == mainField { match.isInMainField = true }
            }
            if field >= 0 {
                if offset == 0 { match.isAtBeginning = true }
                // The rank depends on the first places only.
                if count < mostPlaces {
                    count += 1
                    if offset == 0 { key = min(key, keys[field]) }
                    // A word and its other spelling have the same place.
                    if offset != lastOffset { occurrence += 1 }
                    lastOffset = offset
                }
                // With a popularity, all fields have the same rank.
                if !counts, match.isAtBeginning, match.isInMainField || field > mainField { break }
            }
            places.next(api, context)
        }
        if field >= 0 { occurrences[field] = occurrence }
        if key < .max { match.key = key }
        if !isOwn {
            match.isAtBeginning = false
            match.isInMainField = false
        }
        return match
    }

    /// Appends how often the beginning occurs in the fields of the row that was found last.
    func appendCounts(to counts: inout [RankPlan.WordCount]) {
        for (field, count) in occurrences.enumerated() where count > 0 {
            counts.append(RankPlan.WordCount(field: Int32(field), word: 0, count: count))
        }
    }
}

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
