import QuireEngine
import QuireRemote

/// Tests of one field.
extension FilterWriter {
    // MARK: - Presence and keys

    /// Tests whether the field has a value, or has none.
    mutating func presence(of field: IndexedField, _ isWanted: Bool) -> Written {
        test(isWanted ? "q_p:=[p" : "q_p:!=[p", "") { bytes in
            bytes.append(digitsOf: Int64(field.ordinal))
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// Tests whether any of the field's values is one of these, or none is.
    mutating func keys(_ operands: Operands, of field: IndexedField, isNegated: Bool) -> Written {
        guard case .one(let operand) = operands else {
            let keys = operands.compactMap { ExactKey.key(of: $0, in: field) }
            return self.keys("q_x_", field.physicalName, keys, isNegated: isNegated)
        }
        var isPossible = false
        let start = place
        let written = test("q_x_", field.physicalName) { bytes in
            bytes.append(fixed: isNegated ? ":!=[" : ":=[")
            isPossible = ExactKey.append(operand, in: field, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        }
        if isPossible { return written }
        cut(to: start)
        return isNegated ? .everything : .nothing
    }

    /// Tests whether any of the field's keys is one of these, or none is.
    mutating func keys(
        _ prefix: StaticString, _ name: String, _ keys: [String], isNegated: Bool
    ) -> Written {
        guard !keys.isEmpty else { return isNegated ? .everything : .nothing }
        var seen: Set<String> = []
        return test(prefix, name) { bytes in
            bytes.append(fixed: isNegated ? ":!=[" : ":=[")
            for key in keys where keys.count == 1 || seen.insert(key).inserted {
                if seen.count > 1 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(text: key)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    // MARK: - Ranges

    /// Tests whether an integer of the field lies in a range.
    mutating func inside(
        _ prefix: StaticString, _ field: IndexedField, _ range: ClosedRange<Int64>
    ) -> Written {
        let (isFromStart, isToEnd) = (range.lowerBound == .min, range.upperBound == .max)
        if isFromStart, isToEnd { return .everything }
        return test(prefix, field.physicalName) { bytes in
            if isFromStart {
                bytes.append(fixed: ":<=")
                bytes.append(digitsOf: range.upperBound)
            } else if isToEnd {
                bytes.append(fixed: ":>=")
                bytes.append(digitsOf: range.lowerBound)
            } else {
                bytes.append(fixed: ":[")
                bytes.append(digitsOf: range.lowerBound)
                bytes.append(fixed: "..")
                bytes.append(digitsOf: range.upperBound)
                bytes.append(UInt8(ascii: "]"))
            }
        }
    }

    /// Tests whether no integer of the field lies in a range: it is outside, or there is none.
    mutating func notInside(
        _ prefix: StaticString, _ field: IndexedField, _ range: ClosedRange<Int64>
    ) -> Written {
        group(isAll: false) { writer, group in
            writer.addOutside(prefix, field, range, to: &group)
            writer.add(to: &group) { $0.presence(of: field, false) }
        }
    }

    /// Adds the two sides of a range to a group of alternatives.
    private mutating func addOutside(
        _ prefix: StaticString, _ field: IndexedField, _ range: ClosedRange<Int64>, to group: inout Group
    ) {
        if range.lowerBound > .min { add(to: &group) { $0.compare(prefix, field, ":<", range.lowerBound) } }
        if range.upperBound < .max { add(to: &group) { $0.compare(prefix, field, ":>", range.upperBound) } }
    }

    private mutating func compare(
        _ prefix: StaticString, _ field: IndexedField, _ sign: StaticString, _ bound: Int64
    ) -> Written {
        test(prefix, field.physicalName) { bytes in
            bytes.append(fixed: sign)
            bytes.append(digitsOf: bound)
        }
    }

    // MARK: - Places

    mutating func within(_ box: GeoBox, _ field: IndexedField, isNegated: Bool) -> Written {
        if box.south > box.north { return isNegated ? .everything : .nothing }
        let latitudes = OrderKey.integer(of: box.south)...OrderKey.integer(of: box.north)
        let (west, east) = (OrderKey.integer(of: box.west), OrderKey.integer(of: box.east))
        // The box may cross the 180th meridian. Then the longitudes between the two are outside.
        let crosses = box.west > box.east
        guard isNegated else {
            return group(isAll: true) { writer, group in
                writer.add(to: &group) { $0.inside("q_a_", field, latitudes) }
                writer.add(to: &group) { writer in
                    guard crosses else { return writer.inside("q_b_", field, west...east) }
                    return writer.group(isAll: false) { writer, group in
                        writer.add(to: &group) { $0.compare("q_b_", field, ":>=", west) }
                        writer.add(to: &group) { $0.compare("q_b_", field, ":<=", east) }
                    }
                }
            }
        }
        return group(isAll: false) { writer, group in
            writer.addOutside("q_a_", field, latitudes, to: &group)
            if crosses {
                writer.add(to: &group) { writer in
                    writer.group(isAll: true) { writer, group in
                        writer.add(to: &group) { $0.compare("q_b_", field, ":<", west) }
                        writer.add(to: &group) { $0.compare("q_b_", field, ":>", east) }
                    }
                }
            } else {
                writer.addOutside("q_b_", field, west...east, to: &group)
            }
            writer.add(to: &group) { $0.presence(of: field, false) }
        }
    }
}
