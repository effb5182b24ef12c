/// Works on a store until its work is done or it is killed, and says on standard output what has been acknowledged: the
/// other half of the store's tests of kills, full disks, damaged files and two processes.
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
        try await mode.run(Arguments(file: arguments[1], rest: Array(arguments.dropFirst(2))))
        #endif
    }
}
