/// A range of years, inclusive. `nil` means unbounded. Years BCE are negative.
struct YearRange: Equatable, Sendable {
    var first: Int?
    var last: Int?

    init(first: Int?, last: Int?) {
        self.first = first
        self.last = last
    }

    /// Reads `1950`, `1950...1970`, `1950..<1970`, `1950...`, `...1970`.
    init?(_ text: String) {
        if let year = Int(text) {
            self.init(first: year, last: year)
            return
        }
        for (separator, excluded) in [("...", 0), ("..<", 1)] {
            guard let found = text.firstRange(of: separator) else { continue }
            let lower = text[..<found.lowerBound]
            let upper = text[found.upperBound...]
            guard !(lower.isEmpty && upper.isEmpty) else { return nil }
            guard lower.isEmpty || Int(lower) != nil, upper.isEmpty || Int(upper) != nil else { return nil }
            guard !(upper.isEmpty && excluded == 1) else { return nil }
            let last = Int(upper)
            guard last != Int.min else { return nil }
            self.init(first: Int(lower), last: last.map { $0 - excluded })
            return
        }
        return nil
    }
}
