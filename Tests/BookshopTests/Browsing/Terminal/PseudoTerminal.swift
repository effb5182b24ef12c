import Foundation

/// A terminal without a screen: returns the output of a program and sends it input.
final class PseudoTerminal: @unchecked Sendable {
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
    }

    /// The test's end.
    private let controller: Int32
    /// The program's end, kept open so that its settings outlive the program.
    private let line: Int32
    let path: String
    /// The settings of the line before any program could change them.
    let initialSettings: [UInt8]

    init(columns: Int, rows: Int) throws {
        var ends: (controller: Int32, line: Int32) = (-1, -1)
        guard openpty(&ends.controller, &ends.line, nil, nil, nil) == 0, let name = ttyname(ends.line) else {
            throw Failure("No pseudo-terminal")
        }
        (controller, line) = ends
        path = String(cString: name)
        initialSettings = Self.settings(of: line)
        for descriptor in [controller, line] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        try resize(columns: columns, rows: rows)
    }

    deinit {
        close(line)
        close(controller)
    }

    func resize(columns: Int, rows: Int) throws {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        // The kernel notifies the foreground programs with a signal.
        guard ioctl(controller, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure("Cannot resize") }
    }

    /// The settings of the line, byte by byte.
    var settings: [UInt8] { Self.settings(of: line) }

    private static func settings(of line: Int32) -> [UInt8] {
        var settings = termios()
        guard tcgetattr(line, &settings) == 0 else { return [] }
        let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        return withUnsafeBytes(of: (settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag)) {
            Array($0)
        } + characters
    }

    /// Whether input is echoed and read line by line, as in a shell.
    var isCooked: Bool {
        var settings = termios()
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return tcgetattr(line, &settings) == 0 && settings.c_lflag & wanted == wanted
    }

    func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, written))
        }
    }

    /// Closes the terminal, like closing its window.
    func hangUp() {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        close(line)
        dup2(nothing, line)
        dup2(nothing, controller)
        close(nothing)
    }

    /// The program's output; waits a tenth of a second for it. `nil` after the end of all output.
    func read() -> [UInt8]? {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 100) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(controller, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }

    /// Starts a program with this controlling terminal, in its own session; returns its process id.
    func start(_ program: String, _ arguments: [String], environment: [String: String], folder: String) throws
        -> pid_t
    {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal that the leader of a session opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        // The starting thread may block signals, which the program must not inherit.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        #if canImport(Darwin)
        let ownSession = Int32(POSIX_SPAWN_SETSID)
        #else
        // POSIX_SPAWN_SETSID from spawn.h, which requires GNU's extensions.
        let ownSession: Int32 = 0x80
        #endif
        posix_spawnattr_setflags(
            &attributes, Int16(ownSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
        let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &variables)
        guard code == 0 else {
            errno = code
            throw Failure("Cannot start \(program)")
        }
        return child
    }
}
