import Foundation
import Testing
import TransportDoubles

@testable import SearchServers

/// A server never outlives the tests, however these end.
@Suite struct GuardedProcessTests {
    private func runs(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }

    private func folderIsGone(_ folder: URL) -> Bool { !FileManager.default.fileExists(atPath: folder.path) }

    @Test("Stopping ends the server, even a suspended one, and removes its folder")
    func stop() async throws {
        let process = try GuardedProcess("/bin/sleep", ["1000"], folder: ServerFolder.make())
        try await eventually("it starts") { process.pid != nil }
        let pid = try #require(process.pid)
        process.send(SIGSTOP)
        #expect(runs(pid))
        process.stop()
        try await eventually("the server ends") { !runs(pid) }
        try await eventually("its folder is removed") { folderIsGone(process.folder) }
    }

    @Test("If the process that started it is killed, the server ends and its folder is removed")
    func killedParent() async throws {
        let folder = try ServerFolder.make()
        let parent = Process()
        parent.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = """
            import subprocess, sys, time
            guard = subprocess.Popen(["python3", "-c", *sys.argv[1:]], stdin=subprocess.PIPE)
            time.sleep(1000)
            """
        parent.arguments = [
            "python3", "-c", program, GuardedProcess.script, folder.path, "/bin/sleep", "1000",
        ]
        try parent.run()
        let file = folder.appendingPathComponent("pid")
        func pid() -> Int32? { (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int32($0) } }
        try await eventually("it starts") { pid() != nil }
        let server = try #require(pid())
        #expect(runs(server))
        kill(parent.processIdentifier, SIGKILL)
        try await eventually("the server ends") { !runs(server) }
        try await eventually("its folder is removed") { folderIsGone(folder) }
    }

    @Test("The server receives signals, whatever the thread that started it blocks")
    func signals() async throws {
        let process = try GuardedProcess(
            "/bin/sh", ["-c", "trap 'exit 7' TERM; echo up; while :; do sleep 0.1; done"],
            folder: ServerFolder.make())
        try await eventually("it is up") { process.pid != nil && process.logTail == "up" }
        process.send(SIGTERM)
        try await eventually("it ends by itself") { process.exitCode != nil }
        #expect(process.exitCode == 7)
    }

    @Test("A program that ends by itself reports its exit code and its output")
    func ended() async throws {
        let process = try GuardedProcess(
            "/bin/sh", ["-c", "echo no space left; exit 3"], folder: ServerFolder.make())
        try await eventually("it ends") { process.exitCode != nil }
        #expect(process.exitCode == 3)
        #expect(process.failure("ended").description.contains("no space left"))
    }

    @Test("A missing program is a failure that names it")
    func missing() async throws {
        let process = try GuardedProcess("/nowhere/server", [], folder: ServerFolder.make())
        try await eventually("it fails") { process.exitCode != nil }
        #expect(process.failure("did not start").description.contains("/nowhere/server"))
        process.stop()
        try await eventually("its folder is removed") { folderIsGone(process.folder) }
    }
}
