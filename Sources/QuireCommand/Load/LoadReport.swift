import Foundation
import QuireCore
import QuireTerminal

/// What is told of the load of one file: the lines that were left out, the progress, and the state that another load
/// goes on from. Told by one batch after the other.
final class LoadReport: @unchecked Sendable {
    /// There were more lines that cannot be loaded than the user wants to hear of.
    struct TooManyProblems: Error {
        /// Where no line of the file could be loaded: what it was taken for.
        var wrongModule: String?
    }

    private let file: DataFiles.File
    private let states: LoadStates
    private let errors: Output
    private let bar: ProgressBar
    private let showsProgress: Bool
    private let begun: LoadState
    private let start = ContinuousClock.now

    private let lock = NSLock()
    private var lastShown: ContinuousClock.Instant
    private var current: LoadState
    /// The unknown keys, reported once the file is read.
    private var unknown: [UnknownKey] = []
    /// How many more problems are told before the load is given up.
    private var patience: Int

    /// - Parameter showsProgress: Whether it is shown how far the load is.
    init(
        _ file: DataFiles.File, from state: LoadState, _ states: LoadStates, patience: Int,
        showsProgress: Bool, on errors: Output
    ) {
        self.showsProgress = showsProgress
        self.file = file
        self.states = states
        self.errors = errors
        self.patience = patience
        begun = state
        current = state
        lastShown = start
        bar = ProgressBar("Loading \(FileName.of(file.path))", on: errors)
        // The first batch may take its time.
        if showsProgress { bar.show(Self.share(of: state)) }
    }

    var state: LoadState { lock.withLock { current } }
    var unknownKeys: [UnknownKey] { lock.withLock { unknown } }
    var patienceLeft: Int { lock.withLock { patience } }

    /// Takes a batch that was acknowledged: its problems are told and its state is kept before anything else is sent.
    ///
    /// - Throws: `TooManyProblems`; what keeping the state throws.
    func take(_ batch: LoadedBatch) throws {
        try lock.withLock {
            if !batch.problems.isEmpty { bar.finish() }
            for problem in batch.problems {
                // One more than the limit is told, for the load ends with it.
                if patience >= 0 { try? errors.line(problem.text(in: file.path)) }
                patience -= 1
            }
            unknown = batch.unknownKeys
            current.position = batch.position
            current.loaded += batch.loaded
            current.leftOut += batch.problems.count
            try states.keep(current)
            if patience < 0 {
                throw TooManyProblems(wrongModule: current.loaded == 0 ? file.module : nil)
            }
            show()
        }
    }

    /// Takes the bar away.
    func end() { bar.finish() }

    /// A bar ten times a second, or a line every ten seconds where there is no terminal.
    private func show() {
        let now = ContinuousClock.now
        guard showsProgress,
            now - lastShown > (errors.terminal.isTerminal ? .milliseconds(100) : .seconds(10))
        else {
            return
        }
        lastShown = now
        let share = Self.share(of: current)
        let detail = LoadPace.text(
            lines: current.position.line - begun.position.line, seconds: (now - start).seconds,
            share: (Self.share(of: begun), share))
        if errors.terminal.isTerminal {
            bar.show(share, detail: detail)
        } else {
            try? errors.line("\(FileName.of(file.path)): \(Int(share * 100)) %, \(detail)")
        }
    }

    private static func share(of state: LoadState) -> Double {
        state.file.size > 0 ? min(1, Double(state.position.offset) / Double(state.file.size)) : 1
    }
}

/// A file's name without its folders.
enum FileName {
    static func of(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
