import BookshopContent
import Foundation
import Quire
import QuireSearch
import QuireTerminal

/// `bookshop browse`: a search screen on the terminal.
struct BrowseCommand: Sendable {
    /// The initial text of the search field.
    var text: String
    var common: CommonOptions

    static let description = CommandDescription(
        "browse", operand: "[WORDS]", summary: "Search as you type, with facets, in full screen.",
        discussion: """
            Results and facet counts (language, genre, theme, author) update with every key. Typing always edits
            the search field: ^A ^E ^B ^F move its cursor, ^U ^K ^W delete text. A dim completion follows the
            text: ^E accepts it. The arrows select and turn pages, Enter opens a book. Tab switches to the facets, where
            Enter toggles a value, / searches values by their words, and ^X clears all. ^S changes the sort order, ^P
            and ^N recall earlier searches, ^Y accepts the suggested correction, ^R retries a failed search. Esc, ^C
            and ^D quit. The screen follows changes of the store, also those of another program, such as 'quire load'.
            """,
        examples: ["bookshop browse", "bookshop browse salinger", "bookshop browse --data goodbooks/"])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        text = arguments.operands.joined(separator: " ")
        if common.explains {
            throw UsageError(
                "'browse' does not support --explain: use 'bookshop search WORDS --explain'.",
                command: command.name)
        }
    }

    /// The terminal for the screen.
    ///
    /// - Throws: `BookshopError` if there is none, before any work is done.
    static func terminal(_ environment: [String: String]) throws -> RawTerminal {
        let terminal = try? RawTerminal(input: STDIN_FILENO, output: STDOUT_FILENO)
        if let terminal, environment["TERM"] != "dumb" { return terminal }
        throw BookshopError(
            "'browse' needs a terminal. "
                + "'bookshop search WORDS' works without one.")
    }

    func run(in session: Session, on terminal: RawTerminal) async throws {
        // Local engines respond faster than the pause between two key presses.
        let isNear = common.url == nil && common.cluster == nil
        try await BrowsingLoop(
            shop: session, terminal: terminal, text: text,
            pacing: isNear ? .immediate : .debounced(.milliseconds(100))
        ).run()
    }
}
