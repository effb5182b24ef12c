extension PlainText {
    /// Joins an error's parts on one line: what failed and why, then what to do.
    ///
    /// A server's message may or may not end with a full stop. The result has exactly one there.
    package static func error(_ failure: String, _ remedy: String) -> String {
        oneLine(failure.hasSuffix(".") ? "\(failure) \(remedy)" : "\(failure). \(remedy)")
    }
}
