import BookshopContent
import Quire
import QuireSearch

/// A value of one of the facets beside the results, typed as the schema has it.
enum BookFacet: Hashable, Sendable {
    case language(Language)
    case genre(Books.Genre)
    case theme(Books.Themes)
    case author(String)

    /// What is counted beside the results.
    static let query = Books.query().facet(\.language).facet(\.genre).facet(\.themes)
        .facet(\.authorNames, maximumValues: 20)

    /// What the screen calls it.
    var label: String {
        switch self {
        case .language(let language): LanguageNames.name(of: language)
        case .genre(let genre): genre.rawValue
        case .theme(let theme): theme.rawValue
        case .author(let name): name
        }
    }

    /// Chooses it, or forgets it where it was chosen.
    func toggle(in draft: inout SearchDraft<Books>) {
        switch self {
        case .language(let language): draft.toggle(\.language, language)
        case .genre(let genre): draft.toggle(\.genre, genre)
        case .theme(let theme): draft.toggle(\.themes, theme)
        case .author(let name): draft.toggle(\.authorNames, name)
        }
    }
}

extension BookFacet {
    init?(_ text: String, of field: String) {
        switch field {
        case "language": self = .language(Language(rawValue: text))
        case "genre": self = .genre(Books.Genre(rawValue: text))
        case "themes": self = .theme(Books.Themes(rawValue: text))
        case "authorNames": self = .author(text)
        default: return nil
        }
    }

    static func title(of field: String) -> String {
        switch field {
        case "language": "Language"
        case "genre": "Genre"
        case "themes": "Theme"
        default: "Author"
        }
    }
}
