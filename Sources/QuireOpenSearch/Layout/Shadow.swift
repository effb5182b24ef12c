import QuireCluster
import QuireCore
import QuireEngine

/// A field of the index that filters, sorts, facets or full-text search use instead of a module's field.
enum Shadow: String, CaseIterable {
    /// The text itself; if it is longer than a key may be, its beginning.
    case key = "k"
    /// The hash of a text that is longer than a key may be.
    case hash = "h"
    /// Overlapping parts of a text that is longer than a key may be.
    case parts = "c"
    /// Overlapping parts of the text in lower case.
    case lowerCase = "l"
    /// The end of a text, reversed.
    case reversed = "r"
    /// The texts of a hierarchical facet and their ancestor paths.
    case path = "p"
    /// A number, or a date in milliseconds.
    case number = "n"
    /// A number or a Boolean as a text that sorts in the same way.
    case order = "o"
    case truth = "b"
    case latitude = "lat"
    case longitude = "lon"
    /// The words for full-text search, separated by spaces.
    case words = "t"
    /// Each word for full-text search once, and its other forms (`indexedForms`).
    case vocabulary = "w"
}

extension IndexedField {
    /// The name of a field's shadow in the index. It is unique because names contain no underscore except after the
    /// prefix.
    func name(of shadow: Shadow) -> String {
        var name = physicalName
        name += "_"
        name += shadow.rawValue
        return name
    }

    /// Whether the field holds integers or dates; otherwise it holds doubles.
    var isWhole: Bool { !isDouble }

    var isSearched: Bool {
        !isMetadata && descriptor.searchWeight != nil && descriptor.kind.hasSearchableText
    }

    /// The shadows of the field, in the order of the mapping.
    var shadows: [Shadow] {
        var shadows: [Shadow] =
            switch comparison {
            case .text: [.key, .hash, .parts, .lowerCase, .reversed]
            case .number, .date: [.number, .order]
            case .boolean: [.truth, .order]
            case .place: isList ? [] : [.latitude, .longitude]
            case .nothing: []
            }
        if isHierarchical { shadows.append(.path) }
        if isSearched { shadows += [.words, .vocabulary] }
        return shadows
    }
}

/// The names of index fields that do not belong to a field of the module.
enum LayoutField {
    /// The physical names of the fields that have a value.
    static let present = "present"
    static let tags = "tags"
    /// The parts of the instance; neither searchable nor sortable.
    static let stored = "stored"
    static let storedMetadata = "stored.meta"

    /// The id, which always fits into a key. It is the last key of every sort order.
    static let id = "m_id_k"
}
