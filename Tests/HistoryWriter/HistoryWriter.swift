import Foundation
import QuireSearch

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

/// Records searches until it has finished or is killed, and prints what is in the file: the other half of the tests
/// with kills, full disks and two processes.
///
/// usage: HistoryWriter record FILE NAME COUNT | full FILE
@main
enum HistoryWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { return say("usage: HistoryWriter record|full FILE …") }
        var options = SearchHistory.Options()
        options.limit = 1_000
        let history = SearchHistory(at: URL(fileURLWithPath: arguments[2]), options: options)
        switch arguments[1] {
        case "record": try await record(history, arguments[3], Int(arguments[4]) ?? 0)
        default: try await fill(history)
        }
    }

    /// Prints each number once it is in the file.
    private static func record(_ history: SearchHistory, _ name: String, _ count: Int) async throws {
        for number in 0..<count {
            history.record("\(name) \(number).")
            try await history.flush()
            say("\(number)")
        }
    }

    /// Prevents files from growing, records, prints the result, then lets them grow again.
    private static func fill(_ history: SearchHistory) async throws {
        history.record("before")
        try await history.flush()
        // Otherwise the signal ends the process before the write can fail.
        signal(SIGXFSZ, SIG_IGN)
        try limitFiles(to: 40)
        history.record(String(repeating: "much ", count: 50))
        do {
            try await history.flush()
            say("never refused")
        } catch {
            say("refused: \(error)")
        }
        say("in memory: \(history.searches.count)")
        try limitFiles(to: nil)
        history.record("after")
        try await history.flush()
        say("went on")
    }

    private static func limitFiles(to bytes: rlim_t?) throws {
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

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
