import Foundation
import QuireTerminal

@main
enum Bookshop {
    static func main() async {
        StandardStreams.prepare()
        let environment = ProcessInfo.processInfo.environment
        let program = Program(
            environment: environment,
            output: .descriptor(STDOUT_FILENO, environment: environment),
            errors: .descriptor(STDERR_FILENO, environment: environment))
        if let argument = StandardStreams.unreadableArgument {
            try? program.errors.error(
                "An argument is not UTF-8: '\(argument)'. Rename the file or folder.", of: "bookshop")
            exit(2)
        }
        exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
