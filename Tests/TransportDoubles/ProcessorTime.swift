import Foundation

/// The CPU time of a process, which distinguishes a slow process from one that hangs, even on a busy machine.
package enum ProcessorTime {
    /// The CPU time of this process in seconds.
    package static var own: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The CPU time of another process in the system's format; empty if the system does not provide it.
    package static func text(of process: Int32) -> String {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return "" }
        // The 12th and the 13th field after the name in parentheses.
        return text[end...].split(separator: " ").dropFirst(12).prefix(2).joined(separator: " ")
    }
}
