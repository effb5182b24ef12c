/// Returns the candidate that was probably meant, if one is similar enough.
///
/// Similar means: equal except for case, or at most a third of the letters mistyped, and closer than every other
/// candidate.
func nearest(to name: String, among candidates: [String]) -> String? {
    let typed = Array(name.lowercased().utf8)
    guard typed.count > 1, typed.count <= 64 else { return nil }
    var best: String?
    var bestDistance = typed.count < 3 ? 1 : min(3, (typed.count + 2) / 3)
    var isTie = false
    for candidate in candidates.prefix(2_000) {
        let other = Array(candidate.lowercased().utf8)
        if abs(other.count - typed.count) > bestDistance || candidate == name { continue }
        let distance = editDistance(typed, other)
        if distance < bestDistance || (distance == bestDistance && best == nil) {
            best = candidate
            bestDistance = distance
            isTie = false
        } else if distance == bestDistance {
            isTie = true
        }
    }
    return isTie && bestDistance > 1 ? nil : best
}

/// A name as written in a schema: in double quotation marks.
func inQuotes(_ name: String) -> String { "\"" + printable(name, limit: 80) + "\"" }

/// `; did you mean 'x'?`, or the legal names if there are few, or nothing.
func suggestion(for name: String, among candidates: [String], listAtMost limit: Int = 30) -> String {
    if let near = nearest(to: name, among: candidates) { return "; did you mean \(quoted(near))?" }
    if candidates.isEmpty || candidates.count > limit { return "" }
    return "; expected \(oneOf(candidates))"
}

/// `; did you mean 'text'?` for a name, or a similar one, that means this in another language; otherwise the legal
/// names.
func suggestion(for name: String, among legal: [String], otherNames: [String: String]) -> String {
    let meant =
        otherNames[name.lowercased()] ?? nearest(to: name, among: legal)
        ?? nearest(to: name, among: otherNames.keys.sorted()).flatMap { otherNames[$0] }
    return meant.map { "; did you mean \(quoted($0))?" } ?? "; expected \(oneOf(legal))"
}

/// `a`, or `one of a, b, c`.
func oneOf(_ names: [String]) -> String { (names.count > 1 ? "one of " : "") + list(names) }

/// `a, b, c`.
func list(_ names: [String]) -> String {
    var list = ""
    for (index, name) in names.enumerated() {
        if index > 0 { list += ", " }
        list += printable(name, limit: 80)
    }
    return list
}

/// The number of letters to insert, delete, replace or transpose.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let width = right.count + 1
    var beforePrevious = [Int](repeating: 0, count: width)
    var previous = Array(0..<width)
    var current = previous
    for row in 0..<left.count {
        current[0] = row + 1
        for column in 0..<right.count {
            let isSame = left[row] == right[column]
            var cost = previous[column] + (isSame ? 0 : 1)
            cost = min(cost, previous[column + 1] + 1)
            cost = min(cost, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current[column + 1] = cost
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
