import Foundation

/// How long a process has computed: what tells one that is slow from one that hangs, however busy the machine.
package enum ProcessorTime {
    /// Of this process, in seconds.
    package static var own: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Of another process, in the system's own form; empty where the system does not say.
    package static func text(of process: Int32) -> String {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return "" }
        // After the name in parentheses: the 12th and the 13th field.
        return text[end...].split(separator: " ").dropFirst(12).prefix(2).joined(separator: " ")
    }
}
