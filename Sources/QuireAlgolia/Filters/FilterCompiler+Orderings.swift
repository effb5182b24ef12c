import QuireCore
import QuireEngine
import QuireRemote

/// Orderings and boxes.
extension FilterCompiler {
    /// Adds the groups of an ordering.
    ///
    /// - Parameter isOpposite: Whether all elements of a list must satisfy the comparison instead of any.
    mutating func addOrdering(
        of field: IndexedField, _ sign: FilterTest.Sign, _ operand: EvaluatedValue, _ isOpposite: Bool,
        _ leaf: Filter.Leaf
    ) throws {
        switch ComparisonBound(sign, operand, isWhole: field.isWhole) {
        case .never: break
        case .always: addPresence(of: field, true)
        case .number(let sign, let number):
            guard let text = RecordNumber.text(of: number) else {
                throw unsupported(leaf, "it takes numbers in plain digits; \(number) would be too long")
            }
            let (attribute, _) = numberAttributes(of: field, sign, isOpposite)
            addComparison(field, attribute, sign) { $0.append(text: text) }
        case .whole(let sign, let number):
            let (attribute, rest) = numberAttributes(of: field, sign, isOpposite)
            guard !RecordNumber.isExact(number) else {
                addComparison(field, attribute, sign) { $0.append(digitsOf: number) }
                break
            }
            let (near, left) = RecordNumber.split(number)
            guard let text = RecordNumber.text(of: near) else { throw unsupported(leaf, "it is too long") }
            let isUpward = sign == .greater || sign == .greaterOrEqual
            addComparison(field, attribute, isUpward ? .greaterOrEqual : .lessOrEqual) {
                $0.append(text: text)
            }
            clauses.endGroup()
            addComparison(field, attribute, isUpward ? .greater : .less) { $0.append(text: text) }
            addComparison(field, rest, sign) { $0.append(digitsOf: left) }
        }
        clauses.endGroup()
    }

    /// In a list, any element is greater if the largest one is, and all are greater if the smallest one is.
    private func numberAttributes(
        of field: IndexedField, _ sign: FilterTest.Sign, _ isOpposite: Bool
    ) -> (number: String, rest: String) {
        let names = index.attributes(of: field)
        guard field.isList else { return (names.number, names.rest) }
        let isUpward = sign == .greater || sign == .greaterOrEqual
        return isUpward != isOpposite
            ? (names.highest, names.highestRest) : (names.lowest, names.lowestRest)
    }

    mutating func addBox(
        _ box: GeoBox, _ field: IndexedField, _ isNegated: Bool, _ leaf: Filter.Leaf
    ) throws {
        let names = index.attributes(of: field)
        let sides: [(attribute: String, sign: FilterTest.Sign, degrees: Double)] = [
            (names.latitude, .greaterOrEqual, box.south), (names.latitude, .lessOrEqual, box.north),
            (names.longitude, .greaterOrEqual, box.west), (names.longitude, .lessOrEqual, box.east),
        ]
        let texts = try sides.map { side in
            guard let text = RecordNumber.text(of: side.degrees) else {
                throw unsupported(
                    leaf, "it takes numbers in plain digits; \(side.degrees) would be too long")
            }
            return text
        }
        let crosses = box.west > box.east
        // The sides of each group.
        let groups: [[Int]] =
            if isNegated {
                crosses ? [[0, 1, -1, 2], [0, 1, -1, 3]] : [[0, 1, -1, 2, 3]]
            } else {
                crosses ? [[0], [1], [2, 3]] : [[0], [1], [2], [3]]
            }
        for group in groups {
            for side in group {
                if side < 0 {
                    addPresence(of: field, false)
                } else {
                    let sign = sides[side].sign
                    addComparison(field, sides[side].attribute, isNegated ? sign.opposite : sign) {
                        $0.append(text: texts[side])
                    }
                }
            }
            clauses.endGroup()
        }
    }
}

extension FilterTest.Sign {
    init?(_ wanted: Standings) {
        switch wanted.rawValue {
        case Standings.less.rawValue: self = .less
        case Standings.less.rawValue | Standings.equal.rawValue: self = .lessOrEqual
        case Standings.greater.rawValue | Standings.equal.rawValue: self = .greaterOrEqual
        case Standings.greater.rawValue: self = .greater
        default: return nil
        }
    }
}
