extension String {
    /// Whether the bytes are the same; `==` takes "é" in its two spellings for one.
    package func isSpelled(as other: String) -> Bool {
        self == other && Array(utf8) == Array(other.utf8)
    }
}
