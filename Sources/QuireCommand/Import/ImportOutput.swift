import QuireGenerator
import QuireSchema

/// The destination of an imported schema.
struct ImportOutput {
    /// A file, or `-` for standard output.
    var path: String
    var overwrites: Bool

    /// Whether the destination can be written. Prints the reason if not.
    var isFree: Bool {
        if path == "-" || overwrites || !FileSystem.exists(path) { return true }
        printError(
            "quire: error: \(quoted(path)) exists already; --force overwrites it, --output names another")
        return false
    }

    /// Writes the complete schema or nothing, and reports the result.
    func write(_ outcome: ImportOutcome) -> Bool {
        guard let text = outcome.text else { return false }
        return write(text, modules: outcome.moduleCount, fields: outcome.fieldCount)
    }

    /// Writes the text of a schema.
    func write(_ text: String, modules moduleCount: Int, fields fieldCount: Int) -> Bool {
        if path == "-" {
            printOrExit(String(text.dropLast()))
        } else {
            do throws(FileFailure) {
                if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
                guard isFree else { return false }
                try FileSystem.write(Array(text.utf8), to: path)
            } catch {
                printError("\(error)")
                return false
            }
        }
        let modules = moduleCount == 1 ? "1 module" : "\(moduleCount) modules"
        let fields = fieldCount == 1 ? "1 field" : "\(fieldCount) fields"
        let place = path == "-" ? "printed" : "wrote \(path):"
        printError("\(place) \(modules) with \(fields)")
        return true
    }
}
