extension String {
    /// Whether the UTF-8 bytes are equal. Unlike `==`, this distinguishes composed and decomposed forms of "é".
    package func isByteEqual(to other: String) -> Bool {
        self == other && Array(utf8) == Array(other.utf8)
    }
}
