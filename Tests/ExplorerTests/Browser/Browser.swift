import Foundation
import QuireCore
import SearchServers
import TransportDoubles

/// A headless Chromium for the tests of this process, started on first use and ended with the process.
///
/// The tests drive it over the DevTools protocol. Its messages go through two named pipes, which the browser gets as its
/// descriptors 3 and 4. So no port is open, and no WebSocket is needed.
final class Browser: Sendable {
    private let process: GuardedProcess
    let devTools: DevTools

    static var shared: Browser { get async throws { try await sharedStart.value } }

    private static let sharedStart = SharedStart { try Browser() }

    /// Starts the browser. It may not be ready yet when this returns; it answers the first message when it is.
    private init() throws {
        let folder = try ServerFolder.make()
        let program = try Self.program()
        let pipes = ["in", "out"].map { folder.appendingPathComponent($0).path }
        for pipe in pipes where mkfifo(pipe, 0o600) != 0 {
            throw BrowserFailure("The pipe \(pipe) could not be created.")
        }
        // Opened for both directions, so that no side waits for the other.
        let descriptors = pipes.map { open($0, O_RDWR | O_CLOEXEC) }
        guard !descriptors.contains(-1) else {
            throw BrowserFailure("The browser's pipes could not be opened.")
        }
        let arguments =
            ["-c", #"exec "$0" "$@" 3<in 4>out"#, program, "--user-data-dir=\(folder.path)/profile"]
            + Self.options
        let process = try GuardedProcess("/bin/bash", arguments, folder: folder)
        self.process = process
        devTools = DevTools(writing: descriptors[0], reading: descriptors[1]) {
            if let code = process.exitCode { return "Chromium ended with code \(code).\n\(process.logTail)" }
            return process.isAbandoned ? "Chromium's guard has ended.\n\(process.logTail)" : nil
        }
    }

    private static let options = [
        "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--no-first-run", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-default-apps", "--no-pings",
        "--mute-audio",
        "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows",
        "--disable-features=Translate,OptimizationHints,MediaRouter",
        "--hide-scrollbars", "--force-color-profile=srgb",
    ]

    /// A Chromium on the path, or the program that `QUIRE_CHROMIUM` names.
    private static func program() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["QUIRE_CHROMIUM"].map { [$0] } ?? []
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        let candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in
            folders.map { "\($0)/\(name)" }
        }
        guard let program = (named + candidates).first(where: FileManager.default.isExecutableFile) else {
            throw BrowserFailure(
                "The tests of the explorer's page need Chromium, and none is on the path: run .ci/browser, which installs "
                    + "it, or set QUIRE_CHROMIUM to the path of one.")
        }
        return program
    }
}

/// The browser could not be started, or responded with an error.
struct BrowserFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
