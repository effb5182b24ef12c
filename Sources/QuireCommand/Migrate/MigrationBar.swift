import QuireRemote
import QuireTerminal

/// Shows how many records of a module were read.
struct MigrationBar: Sendable {
    private let action: String
    private let output: Output

    init(_ action: String, on output: Output) {
        self.action = action
        self.output = output
    }

    func show(_ progress: PreparationProgress) {
        let share = progress.total.map { Double(progress.stored) / Double(max(1, $0)) } ?? 0
        ProgressBar("\(action) \(progress.module)", on: output).show(
            share, detail: "\(progress.stored) records")
    }

    func finish() { ProgressBar(action, on: output).finish() }
}
