import BookshopContent
import Quire

/// A value of one of the facets beside the results, typed as the schema has it.
enum BookFacet: Hashable, Sendable {
    case language(Language)
    case genre(Books.Genre)
    case theme(Books.Themes)
    case author(String)

    /// What the screen calls it.
    var label: String {
        switch self {
        case .language(let language): LanguageNames.name(of: language)
        case .genre(let genre): genre.rawValue
        case .theme(let theme): theme.rawValue
        case .author(let name): name
        }
    }
}
