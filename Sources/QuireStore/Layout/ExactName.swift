#if SQLite
/// A wire name as a key, compared by its bytes.
///
/// `String` treats the two encodings of "é" as equal; the wire does not.
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
