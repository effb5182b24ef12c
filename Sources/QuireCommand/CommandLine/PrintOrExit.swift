import Foundation
import QuireGenerator
import QuireTerminal

/// Prints a text with its line breaks, and a line end, to standard output.
///
/// If the reader has closed the output, the program ends without an error. If writing fails, it ends with one.
func printOrExit(_ text: String) { exitOnFailure { try $0.lines(text) } }

/// Prints JSON and a line end to standard output, as `printOrExit` does. Invisible characters are escaped as in JSON.
func printJSONOrExit(_ text: String) { exitOnFailure { try $0.json(text) } }

private func exitOnFailure(_ print: (Output) throws -> Void) {
    do {
        try print(.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment))
    } catch is Output.Closed {
        exit(0)
    } catch {
        printError("quire: error: \(error)")
        exit(1)
    }
}

extension Output {
    /// Prints a line of a plan, which is the result of the command.
    ///
    /// - Throws: The failure if the line cannot be written. A reader that has closed the output is no failure.
    func result(_ text: String) throws {
        do { try line(text) } catch is Closed {}
    }

    /// Prints a plan as JSON for programs. Its values are unchanged.
    ///
    /// - Throws: Like ``result(_:)``.
    func resultJSON(_ text: String) throws {
        do { try json(text) } catch is Closed {}
    }
}
