import Foundation
import QuireGenerator
import QuireTerminal

/// Prints a text with its line breaks, and a line end, to standard output.
///
/// Where the reader has left, the program ends quietly. Where the output cannot be written, it ends with an error.
func printOrExit(_ text: String) {
    do {
        try Output.descriptor(STDOUT_FILENO, environment: ProcessInfo.processInfo.environment).lines(text)
    } catch is Output.Closed {
        exit(0)
    } catch {
        printError("quire: error: \(error)")
        exit(1)
    }
}
