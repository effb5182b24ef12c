/// A positive leaf of a filter tree, checked against its field and ready to evaluate.
package enum EvaluatedTest: Sendable {
    case hasNoValue
    case isAny(of: Operands)
    case isOrdered(Standings, EvaluatedValue)
    case isBetween(EvaluatedValue, EvaluatedValue)
    /// Contains a substring after lowercasing (Swift's `lowercased()`), compared byte for byte.
    case isLike(lowerCased: String)
    case contains(String)
    case hasPrefix(String)
    case hasSuffix(String)
    case isNear(GeoCircle)
    case isWithin(GeoBox)

    /// Whether any of a field's values passes the test.
    func holds(of values: [EvaluatedValue]) -> Bool {
        if case .hasNoValue = self { return values.isEmpty }
        return values.contains(where: isMet)
    }

    private func isMet(by value: EvaluatedValue) -> Bool {
        switch (self, value) {
        case (.isAny(let operands), _): operands.contains { value.standing(to: $0) == .equal }
        case (.isOrdered(let wanted, let operand), _):
            value.standing(to: operand).map(wanted.accepts) ?? false
        case (.isBetween(let lower, let upper), _):
            [.greater, .equal].contains(value.standing(to: lower))
                && [.less, .equal].contains(value.standing(to: upper))
        case (.isLike(let part), .text(let text)): text.lowercased().utf8.contains(bytesOf: part)
        case (.contains(let part), .text(let text)): text.utf8.contains(bytesOf: part)
        case (.hasPrefix(let part), .text(let text)): text.utf8.starts(with: part.utf8)
        case (.hasSuffix(let part), .text(let text)): text.utf8.reversed().starts(with: part.utf8.reversed())
        case (.isNear(let circle), .place(let latitude, let longitude)): circle.contains(latitude, longitude)
        case (.isWithin(let box), .place(let latitude, let longitude)): box.contains(latitude, longitude)
        default: false
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(bytesOf part: String) -> Bool {
        let bytes = Array(self)
        let wanted = Array(part.utf8)
        guard let first = wanted.first else { return true }
        guard wanted.count <= bytes.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start] == first && bytes[start..<(start + wanted.count)] == wanted[...]
        }
    }
}
