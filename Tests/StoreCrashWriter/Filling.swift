#if SQLite
import Foundation
import Quire
import QuireStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `fill FILE ballast|limit write|load|sync`: works until the disk is full, says how that was refused, looks at what is
/// left, makes space, and goes on.
///
/// The disk is full because of a file beside the store (`ballast`; the store is on a small disk of its own), or the
/// system lets no file grow (`limit`).
///
/// Lines: `acknowledged N`; `refused CODE: TEXT`; `whole`, or what is not; `went on`, or what did not.
enum Filling {
    static func run(_ arguments: Arguments) async throws {
        let file = arguments.file
        let work = try await work(arguments.text(1), try await Store(.file(file), modules: [Things.module]))
        let obstacle: any Obstacle = arguments.text(0) == "limit" ? SizeLimit(file) : Ballast(file)
        try obstacle.place()
        do {
            try await work.untilRefused()
            say("never refused")
            return
        } catch let error as StoreError {
            say("refused \(error.code.rawValue): \(error)")
        }
        say(try await work.mistake() ?? "whole")
        try obstacle.remove()
        try await work.goOn()
        say(try await work.mistake() ?? "went on")
        await work.store.close()
    }

    private static func work(_ name: String, _ store: Store) async throws -> any Work {
        switch name {
        case "load": return BulkLoad(store: store)
        case "sync": return try await Syncs(store: store)
        default: return try await Steps(store: store)
        }
    }
}

/// What is done while the disk fills up.
private protocol Work: AnyObject {
    var store: Store { get }

    /// Works until the store refuses.
    func untilRefused() async throws
    /// What is wrong with the store.
    func mistake() async throws -> String?
    /// Works on, once there is space.
    func goOn() async throws
}

/// Steps of a ledger of many items, so that the file grows.
private final class Steps: Work {
    let store: Store
    private var ledger = Ledger(seed: 7)
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        ledger.ids = 400
        try await carryOut(upTo: 10)
    }

    private func carryOut(upTo end: Int) async throws {
        while done < end {
            try await store.carryOut(ledger.step(done))
            done += 1
            say("acknowledged \(done)")
        }
    }

    func untilRefused() async throws { try await carryOut(upTo: 20_000) }

    func mistake() async throws -> String? {
        try await Stored.mistake(in: store, versions: ledger.versions(after: done))
    }

    func goOn() async throws { try await carryOut(upTo: done + 10) }
}

/// Syncs, each of which writes all.
private final class Syncs: Work {
    let store: Store
    private var done = 0

    init(store: Store) async throws {
        self.store = store
        try await carryOut(upTo: 2)
    }

    private func carryOut(upTo end: Int) async throws {
        while done < end {
            let state = try await store.syncState(of: Things.module.name)
            _ = try await store.apply(Syncing.update(done + 1, expected: state))
            done += 1
            say("acknowledged \(done)")
        }
    }

    func untilRefused() async throws { try await carryOut(upTo: 20_000) }

    func mistake() async throws -> String? {
        let mark = try await store.syncState(of: Things.module.name)?.mark.timeIntervalSince1970
        guard mark == Double(done) else { return "the sync stands at \(mark ?? -1), not at \(done)" }
        return try await Stored.mistake(in: store, versions: Syncing.versions(after: done))
    }

    func goOn() async throws { try await carryOut(upTo: done + 10) }
}

/// A load into an empty table, whose indexes are put off.
private final class BulkLoad: Work {
    let store: Store
    private let count = 6_000
    private let batch = 50

    init(store: Store) { self.store = store }

    private func load(_ numbers: Range<Int>) async throws {
        var options = LoadOptions()
        options.batchSize = batch
        let lines = numbers.map(Things.line).joined(separator: Data("\n".utf8))
        try await store.load(Things.module.name, from: .data(Data(lines)), options: options) {
            say("acknowledged \(numbers.lowerBound + $0.committed)")
        }
    }

    func untilRefused() async throws { try await load(0..<count) }

    func mistake() async throws -> String? {
        let count = try await store.count(of: Things.module.name)
        guard count.isMultiple(of: batch) else { return "half a batch is stored: \(count)" }
        let versions = (0..<count).map { (String($0), $0) }
        return try await Stored.mistake(
            in: store, versions: Dictionary(versions, uniquingKeysWith: { first, _ in first }))
    }

    func goOn() async throws {
        let count = try await store.count(of: Things.module.name)
        try await load(count..<count + 10 * batch)
    }
}

/// What keeps files from growing.
private protocol Obstacle {
    func place() throws
    func remove() throws
}

/// A file beside the store that takes what is left of the disk, but for some pages.
private struct Ballast: Obstacle {
    private let path: String

    init(_ store: String) { path = store + ".ballast" }

    func place() throws {
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        let block = [UInt8](repeating: 0, count: 4_096)
        var blocks = 0
        while write(descriptor, block, block.count) == block.count { blocks += 1 }
        ftruncate(descriptor, off_t(max(0, blocks - 60) * block.count))
        close(descriptor)
    }

    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}

/// The system's limit of a file's size (`ulimit -f`), some pages above what there is.
private struct SizeLimit: Obstacle {
    private let store: String

    init(_ store: String) { self.store = store }

    func place() throws {
        // Else the signal ends the process, before the write can fail.
        signal(SIGXFSZ, SIG_IGN)
        let sizes = try ["", "-wal"].map { suffix in
            guard FileManager.default.fileExists(atPath: store + suffix) else { return 0 }
            return try FileManager.default.attributesOfItem(atPath: store + suffix)[.size] as? Int ?? 0
        }
        try set(rlim_t((sizes.max() ?? 0) + 250_000))
    }

    func remove() throws { try set(nil) }

    /// - Parameter bytes: `nil` for as much as the process may.
    private func set(_ bytes: rlim_t?) throws {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        limit.rlim_cur = min(bytes ?? limit.rlim_max, limit.rlim_max)
        guard setrlimit(resource, &limit) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}
#endif
