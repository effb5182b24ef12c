import Foundation
import Quire
import QuireTerminal

/// The program, from arguments to exit code.
struct Program: Sendable {
    let environment: [String: String]
    let output: Output
    let errors: Output

    /// Runs the command of the arguments (without the program's name).
    ///
    /// - Returns: 0, 1 where the work failed, 2 where the arguments are wrong.
    func run(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(try Command(arguments))
            return 0
        } catch is Output.Closed {
            // The reader has seen enough: `bookshop list | head`.
            return 0
        } catch let error as UsageError {
            try? errors.line("bookshop: \(errors.style.failure("error:")) \(error)")
            return 2
        } catch {
            try? errors.line("bookshop: \(errors.style.failure("error:")) \(error)")
            return 1
        }
    }

    private func perform(_ command: Command) async throws {
        if case .help(let text) = command { return try output.line(text) }
        let session = try await open(command.common)
        switch command {
        case .help: return
        case .tour(let command): try await command.run(in: session)
        case .list(let command): try await command.run(in: session)
        case .show(let command): try await command.run(in: session)
        case .search(let command): try await command.run(in: session)
        case .authors(let command): try await command.run(in: session)
        }
    }
}
