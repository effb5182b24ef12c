import Foundation

@main
enum Bookshop {
    static func main() async {
        // A closed pipe then shows as an error of the write, which ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let program = Program(
            environment: environment,
            output: .descriptor(STDOUT_FILENO, environment: environment),
            errors: .descriptor(STDERR_FILENO, environment: environment))
        exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
}
