extension StringProtocol {
    /// The text for a message: its first 80 Unicode scalars, and an ellipsis if it is longer.
    ///
    /// The limit counts scalars, because one character can be megabytes long.
    package var shortened: String { shortened(to: 80) }

    package func shortened(to count: Int) -> String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return String(self[..<end]) + "…"
    }
}
