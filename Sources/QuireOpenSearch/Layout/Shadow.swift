import QuireCluster
import QuireCore
import QuireEngine

/// A field of the index that filters, sorts, facets or full text use in the place of a module's field.
enum Shadow: String, CaseIterable {
    /// A text as it is; of one that is longer than a key may be, the beginning.
    case key = "k"
    /// The hash of a text that is longer than a key may be.
    case hash = "h"
    /// Overlapping parts of a text that is longer than a key may be.
    case parts = "c"
    /// Overlapping parts of the text in lower case.
    case lowerCase = "l"
    /// The end of a text, backwards.
    case reversed = "r"
    /// The texts of a hierarchical facet and the paths above them.
    case path = "p"
    /// A number, or a date in milliseconds.
    case number = "n"
    /// A number or a truth value as a text of the same order.
    case order = "o"
    case truth = "b"
    case latitude = "lat"
    case longitude = "lon"
    /// The words of full text, with spaces between them.
    case words = "t"
    /// Each word of full text once: where words that are typed wrongly are looked up.
    case vocabulary = "w"
}

extension IndexedField {
    /// The index's name of a shadow. No other field shares it: names have no underscore but the one behind their prefix.
    func name(of shadow: Shadow) -> String { "\(physicalName)_\(shadow.rawValue)" }

    /// Integers and dates; doubles otherwise.
    var isWhole: Bool {
        switch descriptor.kind.innermost {
        case .number, .scalar(.number): false
        default: true
        }
    }

    var isSearched: Bool {
        !isMetadata && descriptor.searchWeight != nil && descriptor.kind.hasSearchableText
    }

    /// What the index holds of the field, in the order of the mapping.
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

/// The names of the index's fields that are no module field's.
enum LayoutField {
    /// The physical names of the fields that have a value.
    static let present = "present"
    static let tags = "tags"
    /// What the instance is made of again; neither searched nor sorted by.
    static let stored = "stored"
    static let storedMetadata = "stored.meta"

    /// The id, which is never longer than a key may be: the last key of every order.
    static let id = "m_id_k"
}
