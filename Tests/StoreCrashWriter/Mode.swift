#if SQLite
/// The modes of the process; each is described in its type's file.
package enum Mode: String, Sendable {
    case write, load, sync, fill, damage, look, count, text, outbox, feed, migrate, sweep, shelve, device,
        pull

    func run(_ arguments: Arguments) async throws {
        switch self {
        case .write: try await Writing.run(arguments)
        case .load: try await Loading.run(arguments)
        case .sync: try await Syncing.run(arguments)
        case .fill: try await Filling.run(arguments)
        case .damage: try await Damaging.run(arguments)
        case .look: try await Looking.run(arguments)
        case .count: try await Counting.run(arguments)
        case .text: try await IndexingText.run(arguments)
        case .feed: try await Feeding.run(arguments)
        case .outbox: try await SendingOut.run(arguments)
        case .migrate: try await Migrating.run(arguments)
        case .sweep: try await Sweeping.run(arguments)
        case .shelve: try await Shelving.run(arguments)
        case .device: try await Devices.run(arguments)
        case .pull: try await Pulling.run(arguments)
        }
    }
}

/// The arguments after the mode.
struct Arguments {
    var file: String
    var rest: [String]

    func text(_ position: Int) -> String { rest.indices.contains(position) ? rest[position] : "" }

    func number(_ position: Int) -> Int { Int(text(position)) ?? 0 }
}
#endif
