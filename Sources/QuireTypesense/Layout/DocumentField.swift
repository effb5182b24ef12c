import QuireCore
import QuireEngine
import QuireRemote

/// The fields that a collection indexes beside the values, so that filters and sorts are exact.
extension IndexedField {
    /// One key per value, the same exactly if the values are equal (`ExactKey`).
    var keys: String { "q_x_" + physicalName }
    /// The keys of a hierarchical facet's values and of their ancestor paths.
    var pathKeys: String { "q_y_" + physicalName }
    /// The keys that facets count.
    var facetKeys: String { isHierarchical ? pathKeys : keys }
    /// One integer per value, which sorts like the value (`OrderedValue`).
    var orders: String { "q_o_" + physicalName }
    /// The smallest and the largest of a list's integers.
    var lowest: String { "q_l_" + physicalName }
    var highest: String { "q_h_" + physicalName }
    /// Marks values at the ends of Int64, which the server's own sorting would treat as missing.
    var extremes: String { "q_e_" + physicalName }
    /// A text that the server sorts like the bytes of the value (`SortText`).
    var sortText: String { "q_s_" + physicalName }
    /// Latitude and longitude as ordered integers.
    var latitude: String { "q_a_" + physicalName }
    var longitude: String { "q_b_" + physicalName }
    /// The words for full-text search.
    var words: String { "q_w_" + physicalName }
    /// Other forms of the words (`indexedForms`). Apart, so that phrases find neighbours.
    var forms: String { "q_f_" + physicalName }
    /// The element of `presences` in documents that have a value.
    var presence: String { "p" + String(ordinal) }

    /// The integer that the server sorts by, if the value is not a text.
    var sortInteger: String { isList ? lowest : orders }

    /// Whether items can be sorted by this text field. The schema must enable this, because it uses memory.
    var isSortableText: Bool { comparison == .text && descriptor.isSortable }
}

/// The document fields that do not belong to a field of the module.
enum DocumentField {
    /// The exact key of the item's id. The id itself may contain characters that filters read as syntax.
    static let id = "q_id"
    /// Changes with each write; stored only.
    static let version = "q_version"
    /// The fields that have a value.
    static let presences = "q_p"
    /// The id as integers that sort like it: the first integer, and the second for the part that does not fit.
    static let firstOrder = "q_i0"
    static let secondOrder = "q_i1"
    /// Tags, for segments.
    static let tags = "q_tags"
    /// The words of all searchable fields and their forms, each with its field.
    static let terms = "q_t"
    /// What the names of derived fields begin with. No other field's name does.
    static let derived = "q_"
    /// A field that every document has, with the signature of its layout in the name. It makes the server reject
    /// documents of another layout, which only some searches would find.
    static func guardField(_ signature: String) -> String { "q_g_\(signature)" }
}
