import Foundation
import TransportDoubles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server process with a guard process, which ends it and removes its folder when this process ends for any reason.
///
/// The guard reads from a pipe to this process. The end of file comes with `stop()`, or when this process ends, even if
/// it is killed.
package final class GuardedProcess: @unchecked Sendable {
    /// The folder with `log` and the server's files.
    package let folder: URL
    private let name: String
    private let guardian = Process()
    private let lock = NSLock()
    private var line: FileHandle?

    /// Starts a program. It may not be running yet when this returns.
    package init(_ program: String, _ arguments: [String], folder: URL) throws {
        self.folder = folder
        name = URL(fileURLWithPath: program).lastPathComponent
        for old in ["pid", "exit", "keep", "guard"] {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(old))
        }
        let pipe = Pipe()
        // No other child of this process may hold the pipe open.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        guardian.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        guardian.arguments =
            ["python3", "-c", Self.script, folder.path, program] + arguments
        guardian.standardInput = pipe
        guardian.standardOutput = FileHandle.nullDevice
        do {
            try guardian.run()
        } catch {
            throw SearchServerFailure("\(name) could not be started under python3: \(error)")
        }
        line = pipe.fileHandleForWriting
    }

    deinit { stop() }

    /// The process id, once the guard has started the program.
    var pid: Int32? { number(in: "pid") }

    /// The exit code, negative for a signal; `nil` while the process runs.
    package var exitCode: Int32? { number(in: "exit") }

    /// Whether the guard itself has ended, so that waiting is pointless.
    package var isAbandoned: Bool {
        if let guardPID { return Self.kill(guardPID, 0) != 0 }
        return !guardian.isRunning
    }

    /// The guard's process id; `nil` until it is known.
    private var guardPID: Int32? { number(in: "guard") }

    /// Values that change while the server or its guard is active: the size of the log, the state, and the CPU time
    /// of both.
    struct Progress: Equatable {
        var log: Int
        var pid: Int32?
        var guardTime: String
        var serverTime: String
    }

    var progress: Progress {
        let log = folder.appendingPathComponent("log").path
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int
        return Progress(
            log: size ?? 0, pid: pid,
            guardTime: ProcessorTime.text(of: guardPID ?? guardian.processIdentifier),
            serverTime: pid.map(ProcessorTime.text) ?? "")
    }

    /// Sends the server a signal.
    func send(_ signal: Int32) {
        guard let pid, exitCode == nil else { return }
        _ = Self.kill(pid, signal)
    }

    /// Ends the server; its guard follows, and removes the folder unless it is kept for another start.
    func stop(keepingFolder: Bool = false) {
        if keepingFolder {
            _ = FileManager.default.createFile(
                atPath: folder.appendingPathComponent("keep").path, contents: nil)
        }
        let line = lock.withLock {
            defer { self.line = nil }
            return self.line
        }
        try? line?.close()
    }

    /// The last lines of the server's log.
    package var logTail: String {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("log")) else {
            return "(no log)"
        }
        let lines = String(decoding: data.suffix(8_000), as: UTF8.self).split(separator: "\n")
        return lines.suffix(15).joined(separator: "\n")
    }

    func failure(_ what: String) -> SearchServerFailure {
        SearchServerFailure("\(name) \(what). The end of its log:\n\(logTail)")
    }

    private func number(in file: String) -> Int32? {
        let text = try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return text.flatMap { Int32($0) }
    }

    private static func kill(_ pid: Int32, _ signal: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.kill(pid, signal)
        #elseif canImport(Musl)
        Musl.kill(pid, signal)
        #else
        Darwin.kill(pid, signal)
        #endif
    }

    /// Starts the server, writes its process id and exit code, and waits for the end of file. It also checks whether
    /// the process that started it still runs, in case another process has kept the pipe open.
    ///
    /// It works in a child without inherited descriptors. Foundation notices the end of a process by a socket, and a process
    /// that is started at the same moment can inherit that socket. If it lived on, nobody would notice that end.
    static let script = """
        import os, select, shutil, signal, subprocess, sys, threading
        folder, command = sys.argv[1], sys.argv[2:]
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            signal.signal(getattr(signal, name), lambda number, frame: None)
        # The thread that started us may block signals; the server must not inherit that.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        parent = os.getppid()
        def note(name, number):
            path = os.path.join(folder, name)
            with open(path + ".new", "w") as file:
                file.write(str(number))
            os.rename(path + ".new", path)
        child = os.fork()
        if child:
            note("guard", child)
            os._exit(0)
        os.closerange(3, 65536)
        log = open(os.path.join(folder, "log"), "ab")
        server = None
        try:
            server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder,
                                      start_new_session=True)
            note("pid", server.pid)
        except OSError as error:
            log.write(str(error).encode())
            log.flush()
            note("exit", 127)
        def wait():
            code = server.wait()
            try:
                note("exit", code)
            except OSError:
                pass
        waiter = threading.Thread(target=wait if server else lambda: None, daemon=True)
        waiter.start()
        while True:
            ready, _, _ = select.select([0], [], [], 1)
            if ready and not os.read(0, 4096):
                break
            try:
                os.kill(parent, 0)
            except ProcessLookupError:
                break
        if waiter.is_alive():
            os.kill(server.pid, signal.SIGKILL)
        waiter.join(10)
        if not os.path.exists(os.path.join(folder, "keep")):
            shutil.rmtree(folder, ignore_errors=True)
        """
}
