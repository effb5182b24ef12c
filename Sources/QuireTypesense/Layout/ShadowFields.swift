import QuireCluster
import QuireCore
import QuireEngine

/// What a collection indexes of a field, beside the value's own JSON, so that filters and orders are exact.
extension IndexedField {
    /// One key for each value, equal exactly where the values are (`ExactKey`).
    var keys: String { "x_\(physicalName)" }
    /// The keys of the values of a hierarchical facet and of the paths above them.
    var pathKeys: String { "y_\(physicalName)" }
    /// What facets are counted by.
    var facetKeys: String { isHierarchical ? pathKeys : keys }
    /// An integer for each value, in the values' order (`OrderedValue`).
    var orders: String { "o_\(physicalName)" }
    /// The smallest and the largest of a list's integers.
    var lowest: String { "l_\(physicalName)" }
    var highest: String { "h_\(physicalName)" }
    /// Which values are at the ends of Int64, where the server's own sorting takes them for missing ones.
    var extremes: String { "e_\(physicalName)" }
    /// A text for the server to sort by, whose order is that of the value's bytes (`SortText`).
    var sortText: String { "s_\(physicalName)" }
    /// Latitude and longitude as ordered integers.
    var latitude: String { "a_\(physicalName)" }
    var longitude: String { "b_\(physicalName)" }
    /// The words of full text.
    var words: String { "w_\(physicalName)" }
    /// The value's own JSON, stored and not indexed.
    var stored: String { "d_\(physicalName)" }
    /// What stands among the presences of a document that has a value.
    var presence: String { "p\(ordinal)" }

    /// What the server sorts by where the value is no text.
    var sortInteger: String { isList ? lowest : orders }

    var isInteger: Bool {
        switch descriptor.kind.innermost {
        case .integer, .scalar(.integer): true
        default: false
        }
    }

    var isDouble: Bool {
        switch descriptor.kind.innermost {
        case .number, .scalar(.number): true
        default: false
        }
    }

    /// Whether texts of the field can be sorted by: a schema says so, since it costs memory.
    var isSortableText: Bool { comparison == .text && descriptor.isSortable }
}

/// The fields of a document that belong to no field of the module.
enum DocumentField {
    /// The instance without its values, as JSON; stored only.
    static let metadata = "d"
    /// Values under keys that are no fields, as JSON; stored only.
    static let rest = "u"
    /// Changes with each write; stored only.
    static let version = "v"
    /// The fields that have a value.
    static let presences = "p"
    /// The id, in the order of ids: the first integer, and the second where that has no room.
    static let firstOrder = "i0"
    static let secondOrder = "i1"
    /// Tags, for segments.
    static let tags = "tags"
    /// The words of all searchable fields, each with its field.
    static let terms = "t"
    /// Every document has it, with the signature of its layout in the name: the server refuses documents of another
    /// layout, which would be found by some searches and not by others.
    static func guardField(_ signature: String) -> String { "g_\(signature)" }
}
