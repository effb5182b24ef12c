import QuireCore
import QuireEngine
import QuireRemote

/// The attributes that a record has for a field beside its value, by purpose. All begin with `q_`.
final class RecordAttributes: Sendable {
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
        key = "q_k_" + name
        path = "q_t_" + name
        counted = field.isHierarchical ? path : key
        number = "q_n_" + name
        rest = "q_r_" + name
        lowest = "q_l_" + name
        lowestRest = "q_lr_" + name
        highest = "q_h_" + name
        highestRest = "q_hr_" + name
        presence = "q_e_" + name
        latitude = "q_y_" + name
        longitude = "q_x_" + name
        order = "q_o_" + name
        words = "q_w_" + name
        facet = "q_f_" + name
    }

    // Attributes of the record as a whole.

    /// The names of the fields that have a value.
    static let present = "q_p"
    static let tags = "q_g"
    /// The id, encoded so that any collation sorts it by its bytes.
    static let order = "q_o"
    /// The id as numbers of six bytes each, which filter the page after a cursor.
    static let place = (0..<longestPlace).map { "q_c\($0)" }

    private static let longestPlace = 16
    /// The maximum length of an id in UTF-8 bytes.
    static let longestID = longestPlace * 6

    /// All attributes of a record with these fields that begin with `q_` and are no part of the item.
    static func derived(_ fields: [RecordAttributes]) -> [String] {
        [present, tags, order] + place
            + fields.flatMap { names in
                [
                    names.key, names.path, names.number, names.rest, names.lowest, names.lowestRest,
                    names.highest, names.highestRest, names.presence, names.latitude, names.longitude,
                    names.order, names.words, names.facet,
                ]
            }
    }
}

extension IndexedField {
    /// Whether its numbers are integers or dates.
    var isWhole: Bool { isInteger || isDate }

    var isDate: Bool { comparison == .date }

    var hasNumbers: Bool { comparison == .number || comparison == .date }
}
