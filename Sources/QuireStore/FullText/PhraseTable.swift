#if SQLite
import QuireEngine

/// What the phrases of a ranking stand for, in flat arrays, which are read for each row.
struct PhraseTable {
    let count: Int
    private(set) var entries: [Int] = []
    /// For each phrase, its first entry; and the end of the last one's.
    private(set) var firstEntry: [Int] = []
    private(set) var isLine: [Bool] = []
    /// Whether the phrase is the query's only word.
    let isOwn: [Bool]
    /// Whether the phrase is more than the beginning of a word.
    private(set) var isWhole: [Bool] = []
    /// For each column of the index, the number of the searched field; -1 if it is not searched.
    let fields: [Int]
    let hasLines: [Bool]
    /// The field with the greatest weight; -1 if there are several, or if it is the only field.
    let mainField: Int

    init(_ ranking: TextRanking) {
        count = ranking.phrases.count
        fields = ranking.fields.map { $0 ?? -1 }
        hasLines = ranking.plan.fields.map(\.hasLines)
        mainField = ranking.oneWord?.mainField ?? -1
        isOwn = ranking.oneWord?.isOwn ?? Array(repeating: false, count: ranking.phrases.count)
        for phrase in ranking.phrases {
            firstEntry.append(entries.count)
            switch phrase {
            case .line:
                isLine.append(true)
                isWhole.append(false)
            case .entries(let numbers):
                isLine.append(false)
                isWhole.append(numbers.contains { !ranking.plan.entries[$0].isBeginning })
                entries += numbers
            }
        }
        firstEntry.append(entries.count)
    }
}
#endif
