extension String {
    /// The whole characters that bytes of UTF-8 belong to.
    func wholeCharacters(in bytes: Range<Int>) -> Range<Index> {
        var lower = utf8.index(startIndex, offsetBy: bytes.lowerBound, limitedBy: endIndex) ?? endIndex
        var upper = utf8.index(lower, offsetBy: bytes.count, limitedBy: endIndex) ?? endIndex
        while lower > startIndex, Index(lower, within: self) == nil { lower = utf8.index(before: lower) }
        while upper < endIndex, Index(upper, within: self) == nil { upper = utf8.index(after: upper) }
        return lower..<upper
    }
}
