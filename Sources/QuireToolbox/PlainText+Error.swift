extension PlainText {
    /// An error's text, on one line: what failed and why, then what to do.
    ///
    /// A server's message may end its sentence or not; the text has one full stop there.
    package static func error(_ failure: String, _ remedy: String) -> String {
        oneLine(failure.hasSuffix(".") ? "\(failure) \(remedy)" : "\(failure). \(remedy)")
    }
}
