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
        "browse", operand: "[WORDS]", summary: "Search as you type, with facets, on the whole terminal.",
        discussion: """
            Results, and how many of them are in which language, genre, theme and of which author, change with
            every key. Typing edits the search field from everywhere: ^A ^E ^B ^F move its cursor, ^U ^K ^W
            take text away. How the words may go on stands dim behind them: ^E takes it. The arrows select and
            turn pages, Enter opens a book; Tab goes to the facets, where Enter chooses a value or forgets it, / looks
            for one by its words, and ^X forgets them all. ^S changes the order, ^P and ^N go through earlier searches,
            ^Y takes what may have been meant, ^R tries again what failed. Esc, ^C and ^D leave.
            """,
        examples: ["bookshop browse", "bookshop browse salinger", "bookshop browse --data goodbooks/"])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let command = Self.description
        common = try CommonOptions(arguments, for: command)
        text = arguments.operands.joined(separator: " ")
        if common.explains {
            throw UsageError(
                "--explain has no place on the screen of 'browse': 'bookshop search WORDS --explain' shows it.",
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
            "'browse' needs a terminal to draw on and to read keys from. "
                + "'bookshop search WORDS' prints what is found, anywhere.")
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
