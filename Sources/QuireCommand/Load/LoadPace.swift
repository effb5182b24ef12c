import QuireTerminal

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
