import Foundation
import QuireGenerator
import QuireSchema
import QuireSchemaDiff

/// The tool that `swift package check-content --against` runs.
///
/// ```text
/// quire-compare --against ORIGIN --schema PATH… [--for ASPECTS] [--fail-on SEVERITY]
/// ```
/// Prints nothing if no change fails. Errors have the compiler's format. It is separate from `quire-generate`, so that
/// builds that only generate code do not compile it.
@main
struct Tool {
    private var against: String?
    private var schemas: [String] = []
    private var aspects: String?
    private var limit: String?
    private var arguments = CommandLine.arguments.dropFirst()

    static func main() {
        var tool = Tool()
        exit(tool.run())
    }

    private mutating func run() -> Int32 {
        while let argument = arguments.popFirst() {
            switch argument {
            case "--against": against = value(of: argument)
            case "--schema": schemas.append(value(of: argument))
            case "--for": aspects = value(of: argument)
            case "--fail-on": limit = value(of: argument)
            default: refuse("unknown argument \(quoted(argument))")
            }
        }
        guard let against else { refuse("no --against was given") }
        if schemas.isEmpty { refuse("no --schema was given") }
        do throws(SchemaOriginError) {
            let command = DiffCommand(
                old: try SchemaOrigin(against, paths: schemas), new: .paths(schemas),
                gate: try Gate(aspects: aspects, limit: limit), format: .diagnostics)
            return try command.run(show: { _ in }, report: printError)
        } catch {
            printError("check-content: error: \(error)")
            return 1
        }
    }

    private mutating func value(of option: String) -> String {
        guard let value = arguments.popFirst() else { refuse("\(option) needs a value") }
        return value
    }

    private func refuse(_ message: String) -> Never {
        printError("quire-compare: error: \(message)")
        exit(2)
    }
}
