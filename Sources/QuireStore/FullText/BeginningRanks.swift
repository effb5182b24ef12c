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
#endif
