import QuireCore
import QuireEngine
import QuireRemote

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

extension IndexedObjects {
    /// The path of the objects in the index: `q_parts_e.q_steps_e`.
    var derivedPath: String { physicalNames.map { "q_\($0)_e" }.joined(separator: ".") }
}

extension IndexedField {
    /// The name of a field's shadow in the index: `q_title_k`.
    func name(of shadow: Shadow) -> String {
        var name = "q_"
        name += physicalName
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
    static let present = "q_present"
    static let tags = "q_tags"
    /// For a copied document: the version of the original.
    static let copied = "q_from"

    /// The id that every document has, also in an index that Quire did not prepare.
    static let documentID = "_id"

    /// The id, which always fits into a key. It is the last key of every sort order.
    static let id = "q_m_id_k"

    /// What responses leave out, because it is derived from the item.
    static let derived = ["q_*_*", present, tags]
}
