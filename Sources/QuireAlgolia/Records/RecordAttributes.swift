import QuireCluster
import QuireCore
import QuireEngine

/// The attributes that a record has for a field, by purpose.
final class RecordAttributes: Sendable {
    /// The value's JSON as text.
    let stored: String
    /// The exact key of the value, or of each value of a list.
    let key: String
    /// The keys of a hierarchical facet's values and of their ancestor paths.
    let path: String
    /// The attribute whose values a facet counts.
    let counted: String
    /// The number, if the field holds one.
    let number: String
    /// The difference between the integer and the number, for integers beyond 2^53.
    let rest: String
    /// The smallest and the largest number of a list, each with its difference.
    let lowest: String
    let lowestRest: String
    let highest: String
    let highestRest: String
    /// 1 if the field has a value, otherwise 0, so that it can be combined with numeric comparisons.
    let presence: String
    let latitude: String
    let longitude: String
    /// The text, or the smallest text of a list, encoded so that any collation sorts it by its bytes.
    let order: String
    /// The words for full-text search, or the text itself if the service splits it into words.
    let words: String
    /// The text of a facet, for searches in its values.
    let facet: String

    init(_ field: IndexedField) {
        let name = field.physicalName
        stored = "s_" + name
        key = "k_" + name
        path = "q_" + name
        counted = field.isHierarchical ? path : key
        number = "n_" + name
        rest = "r_" + name
        lowest = "l_" + name
        lowestRest = "lr_" + name
        highest = "h_" + name
        highestRest = "hr_" + name
        presence = "e_" + name
        latitude = "y_" + name
        longitude = "x_" + name
        order = "o_" + name
        words = "w_" + name
        facet = "f_" + name
    }

    // Attributes of the record as a whole.

    /// The instance without its values, as text.
    static let metadata = "m"
    /// Values under keys that the schema does not know, as text.
    static let unknown = "u"
    /// The names of the fields that have a value.
    static let present = "p"
    static let tags = "g"
    /// The id, encoded so that any collation sorts it by its bytes.
    static let order = "o"
    /// The id as numbers of six bytes each, which filter the page after a cursor.
    static let place = (0..<longestPlace).map { "c\($0)" }

    private static let longestPlace = 16
    /// The maximum length of an id in UTF-8 bytes.
    static let longestID = longestPlace * 6
}

extension IndexedField {
    /// Whether its numbers are integers or dates.
    var isWhole: Bool { isInteger || isDate }

    var isDate: Bool { comparison == .date }

    var hasNumbers: Bool { comparison == .number || comparison == .date }
}
