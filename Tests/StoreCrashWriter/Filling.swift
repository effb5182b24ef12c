#if SQLite
import Foundation
import Quire
import QuireStore

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

/// `fill FILE ballast|limit write|load|sync|text|outbox`: works until the disk is full, prints the error, checks what
/// is left, frees space, and continues.
///
/// The disk is full because of a file beside the store (`ballast`; the store is on a small disk of its own), or
/// because the system limits the file size (`limit`).
///
/// Lines: `acknowledged N`; `refused CODE: TEXT`; `whole`, or the problem; `went on`, or the problem.
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

    private static func work(_ name: String, _ store: Store) async throws -> any FillingWork {
        switch name {
        case "load": return BulkLoad(store: store)
        case "sync": return try await Syncs(store: store)
        case "text": return try await Rebuilds(store: store)
        case "outbox": return try await WaitingWrites(store: store)
        default: return try await Steps(store: store)
        }
    }
}

/// Prevents files from growing.
private protocol Obstacle {
    func place() throws
    func remove() throws
}

/// A file beside the store that fills the disk except for some pages.
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

/// The system's file size limit (`ulimit -f`), some pages above the current size.
private struct SizeLimit: Obstacle {
    private let store: String

    init(_ store: String) { self.store = store }

    func place() throws {
        // Otherwise the signal ends the process before the write can fail.
        signal(SIGXFSZ, SIG_IGN)
        let sizes = try ["", "-wal"].map { suffix in
            guard FileManager.default.fileExists(atPath: store + suffix) else { return 0 }
            return try FileManager.default.attributesOfItem(atPath: store + suffix)[.size] as? Int ?? 0
        }
        try set(rlim_t((sizes.max() ?? 0) + 250_000))
    }

    func remove() throws { try set(nil) }

    /// - Parameter bytes: `nil` for the process's maximum.
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
