import Foundation
import QuireGenerator
import QuireTerminal

/// Prints a text with its line breaks, and a line end, to standard output.
///
/// If the reader has closed the output, the program ends without an error. If writing fails, it ends with one.
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
