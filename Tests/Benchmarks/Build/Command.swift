import Foundation

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

/// A program, run to its end, with its cost.
struct Command {
    struct Outcome {
        var status: Int32
        /// User and system seconds of the process and of all children that it waited for.
        var cpu: Double
        /// The largest resident set of a single process, in megabytes.
        var peakMegabytes: Double
        var output: String
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    var arguments: [String]
    var directory: String?

    init(_ arguments: [String], in directory: String? = nil) {
        self.arguments = arguments
        self.directory = directory
    }

    /// Runs the command and captures both output streams together.
    ///
    /// - Throws: `Failure` if it cannot be started.
    func run() throws -> Outcome {
        let log = NSTemporaryDirectory() + "quire-benchmark-\(UUID().uuidString).log"
        defer { unlink(log) }
        let quoted = arguments.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        let change = directory.map { "cd '\($0.replacingOccurrences(of: "'", with: "'\\''"))' && " } ?? ""
        let shell = [
            "/bin/sh", "-c", "\(change)exec \(quoted.joined(separator: " ")) >'\(log)' 2>&1 </dev/null",
        ]
        var vector: [UnsafeMutablePointer<CChar>?] = shell.map { strdup($0) }
        defer { vector.forEach { free($0) } }
        vector.append(nil)
        var process: pid_t = 0
        let failure = posix_spawn(&process, shell[0], nil, nil, vector, environ)
        guard failure == 0 else { throw Failure(description: "cannot start \(arguments): \(failure)") }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        #if canImport(Darwin)
        let unit = 1_048_576.0
        #else
        let unit = 1024.0
        #endif
        return Outcome(
            status: (status & 0x7f) == 0 ? (status >> 8) & 0xff : -1,
            cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peakMegabytes: Double(usage.ru_maxrss) / unit,
            output: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }

    /// Runs the command, and throws with its output if it fails.
    @discardableResult
    func check() throws -> Outcome {
        let outcome = try run()
        guard outcome.status == 0 else {
            throw Failure(
                description:
                    "\(arguments.joined(separator: " ")) ended with \(outcome.status):\n\(outcome.output.suffix(4000))"
            )
        }
        return outcome
    }
}
