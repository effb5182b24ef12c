/// A bar that fills up while something long goes on; nothing where the stream is no terminal.
package struct ProgressBar: Sendable {
    private let output: Output
    private let label: String

    package init(_ label: String, on output: Output) {
        self.label = label
        self.output = output
    }

    /// Shows how much is done, from 0 to 1.
    package func show(_ share: Double) {
        guard output.terminal.isTerminal else { return }
        // Progress is a courtesy: where it cannot be shown, the work goes on.
        try? output.text(
            "\r\(output.style.dim(Self.text(label, share: share, width: output.terminal.width ?? 80)))")
    }

    /// Takes the bar away.
    package func finish() {
        guard output.terminal.isTerminal else { return }
        try? output.text("\r" + String(repeating: " ", count: (output.terminal.width ?? 80) - 1) + "\r")
    }

    /// `Loading books  ████████░░░░  62 %`.
    package static func text(_ label: String, share: Double, width: Int) -> String {
        let share = min(max(share, 0), 1)
        let space = max(10, min(40, width - DisplayWidth.of(label) - 10))
        let filled = Int((share * Double(space)).rounded(.down))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: space - filled)
        let percent = String(Int((share * 100).rounded(.down)))
        return "\(label)  \(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent) %"
    }
}
