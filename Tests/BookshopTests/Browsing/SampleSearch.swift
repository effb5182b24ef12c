import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireTerminal

@testable import Bookshop

/// Handmade results for tests of the screen.
enum SampleSearch {
    /// `Book 0`, `Book 1`…; only the first ones are loaded.
    static func books(_ total: Int, loaded: Int? = nil, number: Int = 1) -> ShownSearch {
        var search = ShownSearch()
        search.number = number
        search.total = total
        search.rows = (0..<(loaded ?? total)).map { row("Book \($0)") }
        return search
    }

    static func row(_ title: String, authors: String = "An Author", year: String = "1900") -> ShownSearch.Row
    {
        ShownSearch.Row(
            id: title, title: TableCell(title), authors: TableCell(authors), year: year,
            below: TableCell("a note on \(title)"))
    }

    static let facets: [ShownSearch.Facet] = [
        ShownSearch.Facet(
            title: "Language",
            entries: [
                .init(value: .language(.english), count: 12, isRefined: true),
                .init(value: .language(.french), count: 3, isRefined: false),
            ]),
        ShownSearch.Facet(
            title: "Genre",
            entries: [
                .init(value: .genre(.fantasy), count: 4, isRefined: false),
                .init(value: .genre(.crime), count: 0, isRefined: false),
            ]),
    ]

    /// Suggestions for a text with the marks of `SearchSuggestions`: the untyped part, including spaces between
    /// words.
    static func suggestions(_ typed: String, _ texts: String...) -> SuggestionList {
        let words = typed.lowercased().split(separator: " ")
        return SuggestionList(
            text: typed,
            suggestions: texts.map { text in
                let places = words.compactMap { text.lowercased().range(of: $0) }.map { place in
                    let start = text.lowercased().distance(from: text.startIndex, to: place.lowerBound)
                    return start..<start + text.lowercased()[place].count
                }
                return Suggestion(
                    HighlightedText(text, offsets: places, in: .characters).inverted, origin: .content)
            })
    }

    /// A screen with results.
    static func browser(
        columns: Int = 100, rows: Int = 30, _ search: ShownSearch = books(40), text: String = ""
    ) -> Browser {
        var browser = Browser(size: ScreenSize(columns: columns, rows: rows), text: text)
        _ = browser.show(search)
        return browser
    }
}

/// The name of a language, as the program shows it.
func shownName(of language: Language) -> String { LanguageNames.name(of: language) }
