extension StringProtocol {
    /// The text for a message: at most 80 Unicode scalars, with an ellipsis if it was cut.
    ///
    /// Counted in scalars because one character can be megabytes long.
    var shortened: String { shortened(to: 80) }

    func shortened(to count: Int) -> String {
        var scalars = unicodeScalars.makeIterator()
        var short = String.UnicodeScalarView()
        for _ in 0..<count {
            guard let scalar = scalars.next() else { return String(short) }
            short.append(scalar)
        }
        return scalars.next() == nil ? String(short) : String(short) + "…"
    }
}
