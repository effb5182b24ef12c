/// Writes a request as a command for `curl`.
enum CurlCommand {
    /// - Parameters:
    ///   - text: The request as engines explain it: a line with method and URL, headers, an empty line, and the body.
    ///   - token: The environment variable with the bearer token.
    /// - Returns: `nil` if the text is not one request.
    static func command(of text: String, token: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count == 2, ["GET", "POST", "PUT"].contains(parts[0]) else { return nil }
        let headers = lines.dropFirst().prefix { !$0.isEmpty && !$0.hasPrefix("{") }
        let body = lines.dropFirst(1 + headers.count).joined(separator: "\n").drop { $0 == "\n" }
        var words = ["curl -X \(parts[0]) \(quoted(parts[1]))"]
        words += headers.filter { $0.contains(": ") }.map { "-H \(quoted($0))" }
        words.append("-H \"Authorization: Bearer $\(token)\"")
        if !body.isEmpty { words.append("--data \(quoted(body))") }
        return words.joined(separator: " \\\n  ")
    }

    /// The text as one word of a shell.
    private static func quoted(_ text: some StringProtocol) -> String {
        "'\(String(text).replacing("'", with: "'\\''"))'"
    }
}
