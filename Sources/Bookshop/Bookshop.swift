import Foundation
import Quire
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

/// The program, from arguments to exit code.
struct Program: Sendable {
    let environment: [String: String]
    let output: Output
    let errors: Output

    /// Runs the command in the arguments (without the program's name).
    ///
    /// - Returns: 0 on success, 1 if the command failed, 2 for invalid arguments, 128 plus the signal if one ended it.
    func run(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(try Command(arguments))
            return 0
        } catch is Output.Closed {
            // The reader has closed the pipe: `bookshop list | head`.
            return 0
        } catch let stopped as BrowsingLoop.Stopped {
            // The convention of shells.
            return 128 + stopped.signal
        } catch is RawTerminal.HungUp {
            return 1
        } catch let error as UsageError {
            try? errors.error("\(error)", of: "bookshop")
            return 2
        } catch {
            try? errors.error("\(error)", of: "bookshop")
            return 1
        }
    }

    private var opening: Opening { Opening(environment: environment, output: output, errors: errors) }

    private func perform(_ command: Command) async throws {
        if case .help(let text) = command { return try output.lines(text) }
        if case .browse(let browse) = command {
            let terminal = try BrowseCommand.terminal(environment)
            return try await browse.run(in: try await opening.session(command.common), on: terminal)
        }
        let session = try await opening.session(command.common)
        switch command {
        case .help, .browse: return
        case .tour(let command): try await command.run(in: session)
        case .list(let command): try await command.run(in: session)
        case .show(let command): try await command.run(in: session)
        case .search(let command): try await command.run(in: session)
        case .authors(let command): try await command.run(in: session)
        case .explore(let command):
            var beside: Session?
            if let options = command.beside { beside = try await opening.session(options) }
            try await command.run(in: session, beside: beside)
        }
    }
}
