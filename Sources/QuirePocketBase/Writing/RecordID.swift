/// The ids of new records.
enum RecordID {
    /// Creates an id that every collection accepts: 15 of `a`–`z` and `0`–`9`, 77 bits from the system's secure source.
    static func new() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(
            decoding: (0..<15).map { _ in alphabet.randomElement(using: &generator) ?? 0 }, as: UTF8.self)
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
