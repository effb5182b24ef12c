extension Collection<String> {
    /// The name that was probably meant, if one is similar enough.
    ///
    /// ```swift
    /// ["fantasy", "horror"].nearest(to: "FANTSY")   // "fantasy"
    /// ```
    /// Similar means: equal except for case, a beginning of at least three letters, or at most a third of the letters
    /// mistyped. If two names are equally similar, and more than one letter is wrong, none was meant.
    package func nearest(to name: String) -> String? {
        let typed = Array(name.lowercased().utf8)
        guard typed.count > 1, typed.count <= 64 else { return nil }
        let limit = typed.count < 3 ? 1 : Swift.min(3, (typed.count + 2) / 3)
        var best: (name: String?, distance: Int) = (nil, .max)
        var isTie = false
        for candidate in prefix(2_000) where candidate != name {
            let other = Array(candidate.lowercased().utf8)
            let distance: Int
            if typed.count >= 3, other.starts(with: typed) {
                // However much is missing, it is as near as two wrong letters.
                distance = Swift.min(other.count - typed.count, 2)
            } else {
                guard abs(other.count - typed.count) <= limit else { continue }
                distance = EditDistance.between(typed, other)
                guard distance <= limit else { continue }
            }
            if distance < best.distance {
                best = (candidate, distance)
                isTie = false
            } else if distance == best.distance {
                isTie = true
            }
        }
        return isTie && best.distance > 1 ? nil : best.name
    }
}

/// The distance between two texts, in mistakes of typing.
package enum EditDistance {
    /// The number of bytes to insert, delete, replace or transpose.
    package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let width = right.count + 1
        var beforePrevious = [Int](repeating: 0, count: width)
        var previous = Array(0..<width)
        var current = previous
        for row in 0..<left.count {
            current[0] = row + 1
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = previous[column] + (isSame ? 0 : 1)
                cost = Swift.min(cost, previous[column + 1] + 1)
                cost = Swift.min(cost, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = Swift.min(cost, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = cost
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
