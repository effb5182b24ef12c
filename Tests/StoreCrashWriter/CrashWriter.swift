/// Works on a store until it has finished or is killed, and prints each acknowledged step. This process is the other
/// half of the store's tests with kills, full disks, damaged files and two processes.
///
/// usage: StoreCrashWriter MODE FILE [ARGUMENT]…
@main
enum CrashWriter {
    static func main() async throws {
        #if SQLite
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 1, let mode = Mode(rawValue: arguments[0]) else {
            say("usage: StoreCrashWriter MODE FILE [ARGUMENT]…")
            return
        }
        endWithParent()
        try await mode.run(Arguments(file: arguments[1], rest: Array(arguments.dropFirst(2))))
        #endif
    }
}
