/// The secret in the explorer's URL. Every call of the API carries it.
///
/// The URL has it in its fragment, which browsers send to nobody, neither in requests nor as a referrer.
package struct AccessToken: Sendable {
    /// 32 hexadecimal digits.
    package let text: String

    /// A random token.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<32).map { _ in
            String(UInt8.random(in: 0..<16, using: &generator), radix: 16)
        }.joined()
    }

    /// The name of the header that carries the token.
    package static let header = "X-Quire-Token"

    /// Whether the text is the token. It always compares all bytes, so that the time says nothing about them.
    func isEqual(to text: String?) -> Bool {
        guard let text, text.utf8.count == self.text.utf8.count else { return false }
        return zip(text.utf8, self.text.utf8).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
