import QuireText

/// The edit distances between a typed word and the beginnings of another word, with one row for each letter.
///
/// Only a band of each row is computed: beginnings whose length differs too much are too far off.
struct EditPath {
    private let typed: UnsafeBufferPointer<UInt32>
    private let tolerance: Int

    init(_ typed: UnsafeBufferPointer<UInt32>, tolerance: Int) {
        self.typed = typed
        self.tolerance = tolerance
    }

    /// Calls the body with empty rows.
    func withRows(_ body: (inout Rows) -> Void) {
        let depth = typed.count + tolerance + 2
        let width = typed.count + 1
        var levels = Array(repeating: Level(), count: depth)
        var distances = Array(repeating: Int32(tolerance + 1), count: depth * width)
        levels.withUnsafeMutableBufferPointer { levels in
            distances.withUnsafeMutableBufferPointer { distances in
                for column in 0...min(tolerance + 1, typed.count) { distances[column] = Int32(column) }
                levels[0].least = Int32(tolerance + 1)
                var rows = Rows(typed, tolerance: Int32(tolerance), levels: levels, distances: distances)
                body(&rows)
            }
        }
    }

    /// What is known of one letter.
    fileprivate struct Level {
        var letter: UInt32 = 0
        /// The end of the letter in the word's bytes.
        var end = 0
        /// The smallest distance of the whole typed word to any beginning so far.
        var least: Int32 = 0
        /// The smallest distance in the row.
        var nearest: Int32 = 0
    }

    /// The rows of the current word.
    struct Rows {
        private let typed: UnsafeBufferPointer<UInt32>
        private let tolerance: Int32
        private let width: Int
        private var levels: UnsafeMutableBufferPointer<Level>
        /// Row by row. Values outside the band are not set.
        private var distances: UnsafeMutableBufferPointer<Int32>
        /// The number of letters of the current path.
        private var depth = 0
        /// The number of bytes at the beginning of all words that are as far off as the last one, and the letter before
        /// which their next letter comes; `nil` if any letter may follow.
        private var farEnd = 0
        private var farLetter: UInt32?

        fileprivate init(
            _ typed: UnsafeBufferPointer<UInt32>, tolerance: Int32,
            levels: UnsafeMutableBufferPointer<Level>, distances: UnsafeMutableBufferPointer<Int32>
        ) {
            self.typed = typed
            self.tolerance = tolerance
            width = typed.count + 1
            self.levels = levels
            self.distances = distances
        }

        /// The end of the path in the word's bytes.
        var end: Int { levels[depth].end }

        /// The smallest distance of the whole typed word to any beginning so far.
        var least: Int { Int(levels[depth].least) }

        /// The distance of the whole typed word to the path. Distances above the limit are not distinguished.
        var distance: Int {
            abs(depth - typed.count) <= Int(tolerance)
                ? Int(distances[depth * width + typed.count]) : Int(tolerance) + 1
        }

        /// Whether a word that comes after another one is too far off for the same reason.
        ///
        /// - Parameter other: The word that `goDown` found too far off.
        func isFar(_ word: UnsafeBufferPointer<UInt8>, as other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard word.count >= farEnd else { return false }
            // Most words differ in the last letter.
            var index = farEnd
            while index > 0 {
                index -= 1
                if word[index] != other[index] { return false }
            }
            guard let farLetter else { return true }
            guard word.count > farEnd, let (letter, _) = UTF8Reading.scalar(in: word, at: farEnd) else {
                return false
            }
            return letter < farLetter
        }

        /// Removes the last letter.
        mutating func goUp() { depth -= 1 }

        /// Removes the letters that end after a number of bytes.
        mutating func goUp(to end: Int) { while levels[depth].end > end { depth -= 1 } }

        /// Adds the remaining letters of a word. Returns `false` as soon as no word with this beginning can be near.
        mutating func goDown(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
            var offset = levels[depth].end
            while offset < word.count {
                let (letter, length) = UTF8Reading.scalar(in: word, at: offset) ?? (UInt32.max, 1)
                offset += length
                depth += 1
                levels[depth].letter = letter
                levels[depth].end = offset
                levels[depth].least = levels[depth - 1].least
                guard mayBeNear(letter) else { return false }
                guard addRow(letter) else {
                    farEnd = offset
                    farLetter = nil
                    return false
                }
                levels[depth].least = min(levels[depth].least, Int32(distance))
            }
            return true
        }

        /// Whether the row of the last letter may have a distance within the limit. If all errors have been made before
        /// it, the letter must be the next one of the typed word, or the first of two that are swapped.
        private mutating func mayBeNear(_ letter: UInt32) -> Bool {
            if levels[depth - 1].nearest < tolerance { return true }
            farEnd = levels[depth - 1].end
            farLetter = nil
            let above = (depth - 1) * width
            let first = max(1, depth - Int(tolerance))
            let last = min(typed.count, depth + Int(tolerance))
            guard first <= last else { return false }
            for column in first...last {
                if distances[above + column - 1] <= tolerance, isPossible(typed[column - 1], letter) {
                    return true
                }
                if column > 1, depth > 1, typed[column - 1] == levels[depth - 1].letter,
                    distances[above - width + column - 2] < tolerance, isPossible(typed[column - 2], letter)
                {
                    return true
                }
            }
            return false
        }

        /// Whether a letter is the possible one. Notes the first possible one after it.
        private mutating func isPossible(_ possible: UInt32, _ letter: UInt32) -> Bool {
            if possible > letter { farLetter = min(farLetter ?? .max, possible) }
            return possible == letter
        }

        /// Computes the row of the last letter. Insertions, deletions, substitutions and transpositions each count as
        /// one.
        ///
        /// - Returns: Whether any distance in it is within the limit.
        private mutating func addRow(_ letter: UInt32) -> Bool {
            let far = tolerance + 1
            let first = max(0, depth - Int(tolerance))
            let last = min(typed.count, depth + Int(tolerance))
            guard first <= last else { return false }
            let row = depth * width
            let above = row - width
            if first > 0 { distances[row + first - 1] = far }
            if last < typed.count { distances[row + last + 1] = far }
            var nearest = far
            for column in first...last {
                var value: Int32
                if column == 0 {
                    value = Int32(depth)
                } else {
                    let isSame = typed[column - 1] == letter
                    value = min(
                        distances[above + column - 1] + (isSame ? 0 : 1), distances[row + column - 1] + 1)
                    value = min(value, distances[above + column] + 1)
                    if !isSame, column > 1, depth > 1, typed[column - 2] == letter,
                        typed[column - 1] == levels[depth - 1].letter
                    {
                        value = min(value, distances[above - width + column - 2] + 1)
                    }
                }
                value = min(value, far)
                distances[row + column] = value
                nearest = min(nearest, value)
            }
            levels[depth].nearest = nearest
            return nearest < far
        }
    }
}
