import QuireGenerator
import QuireSchema

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The tool that the build plugin runs.
///
/// ```text
/// quire-generate --schema PATH… --output FOLDER [--access LEVEL] [--check] [--stamp FILE]
/// ```
/// Prints nothing on success. Errors and warnings have the compiler's format.
@main
struct Tool {
    private var command = GenerationCommand(schemas: [], output: "")
    private var arguments = CommandLine.arguments.dropFirst()

    static func main() {
        var tool = Tool()
        exit(tool.run())
    }

    private mutating func run() -> Int32 {
        while let argument = arguments.popFirst() {
            switch argument {
            case "--schema": command.schemas.append(value(of: argument))
            case "--output": command.output = value(of: argument)
            case "--stamp": command.stamp = value(of: argument)
            case "--check": command.isCheck = true
            case "--access":
                let level = value(of: argument)
                command.access = AccessLevel(rawValue: level)
                if command.access == nil {
                    refuse("unknown access level \(quoted(level)); expected internal, package or public")
                }
            default: refuse("unknown argument \(quoted(argument))")
            }
        }
        if command.schemas.isEmpty { refuse("no --schema was given") }
        if command.output.isEmpty { refuse("no --output was given") }
        return command.run()
    }

    private mutating func value(of option: String) -> String {
        guard let value = arguments.popFirst() else { refuse("\(option) needs a value") }
        return value
    }

    private func refuse(_ message: String) -> Never {
        printError("quire-generate: error: \(message)")
        exit(2)
    }
}
