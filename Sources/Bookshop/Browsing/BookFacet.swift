import BookshopContent
import Quire
import QuireSearch

/// A value of one of the facets, with its schema type.
enum BookFacet: Hashable, Sendable {
    case language(Language)
    case genre(Books.Genre)
    case author(String)
    case theme(Books.Themes)
    /// A path of the shop's shelves: `Fiction > Fantasy`.
    case shelf(String)

    /// The query with its facets.
    static let query = Books.query().facet(\.language).facet(\.genre)
        .facet(\.authorNames, maximumValues: 50).facet(\.themes).facet(\.category)

    /// The facet that a value belongs to.
    enum Kind: Hashable, Sendable {
        case language, genre, author, theme, shelf

        var title: String {
            switch self {
            case .language: "Language"
            case .genre: "Genre"
            case .author: "Author"
            case .theme: "Theme"
            case .shelf: "Shelf"
            }
        }
    }

    var kind: Kind {
        switch self {
        case .language: .language
        case .genre: .genre
        case .author: .author
        case .theme: .theme
        case .shelf: .shelf
        }
    }

    /// The label on the screen.
    var label: String {
        switch self {
        case .language(let language): LanguageNames.name(of: language)
        case .genre(let genre): genre.rawValue
        case .author(let name): name
        case .theme(let theme): theme.rawValue
        case .shelf(let path): path.components(separatedBy: " > ").last ?? path
        }
    }

    /// Selects the value, or deselects it.
    func toggle(in session: SearchSession<Books>) {
        switch self {
        case .language(let language): session.toggle(\.language, language)
        case .genre(let genre): session.toggle(\.genre, genre)
        case .author(let name): session.toggle(\.authorNames, name)
        case .theme(let theme): session.toggle(\.themes, theme)
        case .shelf(let path): session.toggle(\.category, path)
        }
    }
}
