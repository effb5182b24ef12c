#if SQLite
import Foundation
import StoreCrashWriter
import Testing

import QuireStore

@Suite("A full disk", .timeLimit(.minutes(60 * Soak.factor)))
struct DiskFullTests {
    private func check(_ lines: [String], _ work: String) {
        let refusal = lines.first { $0.hasPrefix("refused ") }
        #expect(refusal?.hasPrefix("refused full: Could not ") == true, "\(refusal ?? "\(lines.suffix(3))")")
        #expect(refusal?.contains("Free some space on the disk and try again") == true)
        #expect(lines.contains("whole"), "\(work): \(lines.suffix(3))")
        #expect(lines.last == "went on", "\(work): \(lines.suffix(3))")
        #expect(
            !lines.contains { $0.hasPrefix("problem") || $0.hasPrefix("sent wrong") }, "\(lines.suffix(4))")
        #expect(lines.count(where: { $0.hasPrefix("acknowledged ") }) > 5)
    }

    @Test(
        "It is reported, keeps all acknowledged writes, and writing continues once there is space",
        .enabled(if: SmallDisk.isPossible, "this system does not allow a process to mount its own disk"),
        arguments: ["write", "load", "sync", "text", "outbox"])
    func ballast(work: String) async throws {
        let folder = try Folder()
        let end = try await SmallDisk(folder).run(
            .fill, "content.sqlite", ["ballast", work], megabytes: 12)
        check(end.lines, work)
        // The disk is gone with the process; its contents were copied.
        let file = folder.file("copy/content.sqlite")
        #expect(try SQLiteShell.rows(file, "PRAGMA integrity_check") == #"[["ok"]]"#)
    }

    @Test(
        "A file size limit is handled the same way",
        arguments: ["write", "load", "sync", "text", "outbox"])
    func limit(work: String) async throws {
        let folder = try Folder()
        let end = try await WriterProcess.run(.fill, folder.file(), "limit", work)
        check(end.lines, work)
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        // The next opening creates the indexes that a load had no space for.
        let store = try await Store(.file(folder.file()), modules: [Things.module])
        #expect(try await TextAgreement.mistake(in: store) == nil)
        await store.close()
        #expect(
            try SQLiteShell.rows(
                folder.file(),
                "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 'm_things%' AND sql IS NOT NULL"
            )
                == "[[3]]")
    }
}

/// An in-memory disk that only its processes see; most Linux systems allow any user to mount one.
private struct SmallDisk {
    let folder: Folder

    init(_ folder: Folder) { self.folder = folder }

    /// Runs a mode with a file on the disk, then copies the files into `copy`.
    func run(_ mode: Mode, _ name: String, _ arguments: [String], megabytes: Int) async throws
        -> WriterProcess.End
    {
        let disk = folder.file("disk")
        for name in [disk, folder.file("copy")] {
            try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
        }
        let script = """
            mount -t tmpfs -o size=\(megabytes)m tmpfs "$1" || exit 71
            disk="$1"; copy="$2"; shift 2
            "$@"; code=$?
            cp -R "$disk"/. "$copy" || exit 72
            exit $code
            """
        let process = try WriterProcess(
            mode, [disk + "/" + name] + arguments,
            before: Self.unshare + ["sh", "-c", script, "sh", disk, folder.file("copy")])
        let end = try await process.end()
        #expect(end.code == 0, "\(end.lines.suffix(3)) \(end.errors)")
        return end
    }

    private static let unshare = ["unshare", "--user", "--map-root-user", "--mount"]

    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = unshare + ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/tmp"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
#endif
