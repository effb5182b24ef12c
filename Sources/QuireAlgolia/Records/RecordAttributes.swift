import QuireCluster
import QuireCore
import QuireEngine

/// The attributes of a record that a field has, by what they are for.
struct RecordAttributes: Sendable, Hashable {
    /// The value's own JSON, as text.
    let stored: String
    /// The exact key of the value, or of each value of a list.
    let key: String
    /// The keys of the values of a hierarchical facet and of the paths above them.
    let path: String
    /// What a facet is counted by.
    let counted: String
    /// The number, of a field that holds one.
    let number: String
    /// What the number is short of the integer, where that is beyond 2^53.
    let rest: String
    /// The smallest and the largest number of a list, each with its rest.
    let lowest: String
    let lowestRest: String
    let highest: String
    let highestRest: String
    /// 1 where the field has a value, else 0: what numbers can be combined with.
    let presence: String
    let latitude: String
    let longitude: String
    /// A text, or the smallest of a list, so that any engine's order of texts is that of its bytes.
    let order: String
    /// The words for full text, or the text itself where the engine cuts it.
    let words: String
    /// The text of a facet, for the search among its values.
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

    // Of the record as a whole.

    /// The instance without its values, as text.
    static let metadata = "m"
    /// Values under keys that the schema does not know, as text.
    static let unknown = "u"
    /// The names of the fields that have a value.
    static let present = "p"
    static let tags = "g"
    /// The id, so that any engine's order of texts is that of its bytes.
    static let order = "o"
    /// The id in numbers, six bytes each: what a page after a cursor is asked for with.
    static let place = (0..<longestPlace).map { "c\($0)" }

    private static let longestPlace = 16
    /// In bytes of UTF-8.
    static let longestID = longestPlace * 6
}

extension IndexedField {
    /// Whether its numbers are integers or dates.
    var isWhole: Bool {
        switch descriptor.kind.innermost {
        case .integer, .scalar(.integer), .date, .time, .dateTime: true
        default: false
        }
    }

    var isDate: Bool { comparison == .date }

    var hasNumbers: Bool { comparison == .number || comparison == .date }
}
