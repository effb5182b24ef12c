import QuireToolbox

/// A progress bar for long operations. It prints nothing if the stream is not a terminal.
package struct ProgressBar: Sendable {
    private let output: Output
    private let label: String

    package init(_ label: String, on output: Output) {
        self.label = PlainText.oneLine(label)
        self.output = output
    }

    /// Shows the progress, from 0 to 1, and a detail next to it.
    package func show(_ share: Double, detail: String = "") {
        guard output.terminal.isTerminal else { return }
        // Progress is optional. If it cannot be shown, the work continues.
        let width = output.terminal.width ?? 80
        let text = Self.text(label, share: share, width: width, detail: detail)
        let space = String(repeating: " ", count: max(0, width - 1 - DisplayWidth.of(text)))
        try? output.raw("\r\(output.style.dim(text + space))")
    }

    /// Removes the bar.
    package func finish() {
        guard output.terminal.isTerminal else { return }
        try? output.raw("\r" + String(repeating: " ", count: (output.terminal.width ?? 80) - 1) + "\r")
    }

    /// `Loading books  ████████░░░░  62 %  12,300 lines a second`. The detail is omitted if it does not fit.
    package static func text(_ label: String, share: Double, width: Int, detail: String = "") -> String {
        let share = min(max(share, 0), 1)
        let beside = detail.isEmpty ? 0 : DisplayWidth.of(detail) + 2
        let isRoomy = width - DisplayWidth.of(label) - 10 - beside >= 10
        let rest = width - DisplayWidth.of(label) - 10 - (isRoomy ? beside : 0)
        let space = max(10, min(40, rest))
        let filled = Int((share * Double(space)).rounded(.down))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: space - filled)
        let percent = String(Int((share * 100).rounded(.down)))
        let text = "\(label)  \(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent) %"
        return isRoomy && beside > 0 ? "\(text)  \(detail)" : text
    }
}
