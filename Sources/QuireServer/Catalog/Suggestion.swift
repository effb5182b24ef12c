/// Suggests similar names, for messages about unknown ones.
enum Suggestion {
    /// `; did you mean "title"?`, or a list of the known names if none is similar.
    static func sentence(for name: String, among names: [String]) -> String {
        if let near = nearest(to: name, among: names) { return "; did you mean \"\(near)\"?" }
        guard !names.isEmpty else { return "; there is none" }
        let list = names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
        return "; there are \(list)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
    }

    static func nearest(to name: String, among names: [String]) -> String? {
        let nameBytes = Array(name.prefix(64).lowercased().utf8)
        var best: (name: String, distance: Int)?
        for candidate in names {
            let other = Array(candidate.prefix(64).lowercased().utf8)
            guard abs(other.count - nameBytes.count) <= 2 else { continue }
            let distance = distance(nameBytes, other)
            if distance <= min(2, max(1, nameBytes.count / 3)), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// The edit distance: letters changed, added, removed, or swapped with a neighbour.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
