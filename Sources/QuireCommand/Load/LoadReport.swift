import Foundation
import QuireCore
import QuireTerminal
import QuireToolbox

/// Reports the load of one file: the skipped lines, the progress, and the state for resuming. It is updated after each
/// batch.
final class LoadReport: Sendable {
    /// There were more invalid lines than allowed.
    struct TooManyProblems: Error {
        /// If no line of the file could be loaded, the module that it was assumed to contain.
        var wrongModule: String?
    }

    private let file: DataFiles.File
    private let states: LoadStates
    private let errors: Output
    private let bar: ProgressBar
    private let showsProgress: Bool
    private let begun: LoadState
    /// The number of bytes to load.
    private let size: Int64
    private let start = ContinuousClock.now

    private struct Progress {
        var lastShown: ContinuousClock.Instant
        var current: LoadState
        /// The unknown keys, reported at the end of the file.
        var unknown: [UnknownKey] = []
        /// The number of further problems before the load is aborted.
        var patience: Int
    }

    private let progress: Locked<Progress>

    /// - Parameter showsProgress: Whether to show the progress.
    init(
        _ file: DataFiles.File, from state: LoadState, _ states: LoadStates, size: Int64, patience: Int,
        showsProgress: Bool, on errors: Output
    ) {
        self.showsProgress = showsProgress
        self.size = size
        self.file = file
        self.states = states
        self.errors = errors
        begun = state
        progress = Locked(Progress(lastShown: start, current: state, patience: patience))
        bar = ProgressBar("Loading \(FileName.of(file.path))", on: errors)
        // The first batch may take a while.
        if showsProgress { bar.show(share(of: state)) }
    }

    var state: LoadState { progress.withLock { $0.current } }
    var unknownKeys: [UnknownKey] { progress.withLock { $0.unknown } }
    var patienceLeft: Int { progress.withLock { $0.patience } }

    /// Processes a stored batch: reports its problems and saves its state before anything else is sent.
    ///
    /// - Throws: `TooManyProblems`; the errors of saving the state.
    func take(_ batch: LoadedBatch) throws {
        try progress.withLock { progress in
            if !batch.problems.isEmpty { bar.finish() }
            for problem in batch.problems {
                // One more than the limit is reported, because the load ends with it.
                if progress.patience >= 0 { try? errors.line(problem.text(in: file.path)) }
                progress.patience -= 1
            }
            progress.unknown = batch.unknownKeys
            progress.current.position = batch.position
            progress.current.loaded += batch.loaded
            progress.current.leftOut += batch.problems.count
            try states.keep(progress.current)
            if progress.patience < 0 {
                throw TooManyProblems(wrongModule: progress.current.loaded == 0 ? file.module : nil)
            }
            show(&progress)
        }
    }

    /// Removes the bar.
    func end() { bar.finish() }

    /// Updates a bar ten times a second, or prints a line every ten seconds without a terminal.
    private func show(_ progress: inout Progress) {
        let now = ContinuousClock.now
        guard showsProgress,
            now - progress.lastShown > (errors.terminal.isTerminal ? .milliseconds(100) : .seconds(10))
        else {
            return
        }
        progress.lastShown = now
        let share = self.share(of: progress.current)
        let detail = LoadPace.text(
            lines: progress.current.position.line - begun.position.line, seconds: (now - start).seconds,
            share: (self.share(of: begun), share))
        if errors.terminal.isTerminal {
            bar.show(share, detail: detail)
        } else {
            try? errors.line("\(FileName.of(file.path)): \(Int(share * 100)) %, \(detail)")
        }
    }

    private func share(of state: LoadState) -> Double {
        size > 0 ? min(1, Double(state.position.offset) / Double(size)) : 1
    }
}

/// A file's name without its folders.
enum FileName {
    static func of(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// Describes the speed of a load.
enum LoadPace {
    /// `12,300 lines a second, 0:41 left`. Empty as long as nothing can be measured.
    ///
    /// - Parameters:
    ///   - share: The progress when this run began, and now: 0 to 1.
    static func text(lines: Int, seconds: Double, share: (from: Double, to: Double)) -> String {
        guard lines > 0, seconds > 0 else { return "" }
        let rate = "\(Text.count(Int((Double(lines) / seconds).rounded()))) lines a second"
        guard share.to > share.from, share.to < 1 else { return rate }
        let left = seconds * (1 - share.to) / (share.to - share.from)
        return left < 360_000 ? "\(rate), \(clock(left)) left" : rate
    }

    /// `0:41`, `1:02:30`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        let parts = whole >= 3600 ? [whole / 3600, whole / 60 % 60, whole % 60] : [whole / 60, whole % 60]
        return parts.enumerated().map { index, part in
            index > 0 && part < 10 ? "0\(part)" : "\(part)"
        }
        .joined(separator: ":")
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
