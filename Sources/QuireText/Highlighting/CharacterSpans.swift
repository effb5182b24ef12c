/// Extends byte spans to whole characters.
enum CharacterSpans {
    /// Returns the ranges that cover spans of a text's UTF-8, in order and without overlaps.
    ///
    /// Makes one pass over the text, because a character of hostile content may be as long as the content.
    ///
    /// - Parameters:
    ///   - spans: Byte spans in any order. Spans past the end are ignored.
    ///   - text: A string with contiguous UTF-8.
    ///   - joinsAdjacent: Whether ranges that touch are merged.
    static func ranges(
        covering spans: [Range<Int>], of text: String, joinsAdjacent: Bool
    ) -> [Range<String.Index>] {
        guard !spans.isEmpty else { return [] }
        let count = text.utf8.count
        // In most texts, each byte is a character.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
        var walk = Walk(text: text, count: count, isPlain: isPlain, index: text.startIndex)
        var ranges: [Range<String.Index>] = []
        var end = -1
        for span in inOrder(spans) {
            let span = span.clamped(to: 0..<count)
            if span.isEmpty { continue }
            walk.go(to: span.lowerBound)
            let lower = walk.index
            let touches = walk.offset == end
            walk.go(past: span.upperBound)
            if touches, joinsAdjacent || span.lowerBound < end, let last = ranges.popLast() {
                ranges.append(last.lowerBound..<walk.index)
            } else {
                ranges.append(lower..<walk.index)
            }
            end = walk.offset
        }
        return ranges
    }

    private static func inOrder(_ spans: [Range<Int>]) -> [Range<Int>] {
        let isSorted = zip(spans, spans.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
        return isSorted ? spans : spans.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Walks forward over a text, character by character.
    private struct Walk {
        let text: String
        let count: Int
        let isPlain: Bool
        var index: String.Index
        var offset = 0

        /// Moves to the start of the character that contains the byte. Never moves back.
        mutating func go(to byte: Int) {
            if isPlain { return jump(to: max(byte, offset)) }
            while offset < count {
                let next = text.index(after: index)
                let length = text.utf8.distance(from: index, to: next)
                if offset + length > byte { return }
                index = next
                offset += length
            }
        }

        /// Moves to the first character start that is not before the byte.
        mutating func go(past byte: Int) {
            if isPlain { return jump(to: max(byte, offset)) }
            while offset < byte {
                let next = text.index(after: index)
                offset += text.utf8.distance(from: index, to: next)
                index = next
            }
        }

        private mutating func jump(to byte: Int) {
            index = text.utf8.index(index, offsetBy: byte - offset)
            offset = byte
        }
    }
}
