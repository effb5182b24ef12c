#if SQLite
/// A wire name as a dictionary key: two names are equal if their bytes are.
///
/// `String` treats the two Unicode forms of "é" as equal, but on the wire they differ.
struct ExactName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
#endif
