/// The name among the candidates that was probably meant, if one is near enough.
///
/// Near is: the same but for case, or at most one third of the letters mistyped, and nearer than every other.
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

/// A name as a schema writes it: in double quotation marks.
func inQuotes(_ name: String) -> String { "\"" + printable(name, limit: 80) + "\"" }

/// `; did you mean 'x'?`, or the legal names where there are few of them, or nothing.
func suggestion(for name: String, among candidates: [String], listAtMost limit: Int = 30) -> String {
    if let near = nearest(to: name, among: candidates) { return "; did you mean \(quoted(near))?" }
    if candidates.isEmpty || candidates.count > limit { return "" }
    return "; expected \(oneOf(candidates))"
}

/// `; did you mean 'text'?`, where a name or one near it means that in another language; else the legal names.
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

/// How many letters must be put in, left out, replaced or swapped with their neighbour.
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
