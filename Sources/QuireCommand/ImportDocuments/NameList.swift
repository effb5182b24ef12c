/// A list of names in a message.
enum NameList {
    /// The maximum number of names in a message.
    private static let most = 20

    /// `'a', 'b'`, or the first twenty `and 12 more`.
    static func text(_ names: [String]) -> String {
        let list = names.prefix(most).joined(separator: ", ")
        return names.count > most ? "\(list) and \(names.count - most) more" : list
    }
}
