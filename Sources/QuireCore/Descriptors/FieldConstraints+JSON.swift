extension FieldConstraints {
    /// Reads the constraints from a field's description, or returns `nil` if it has none.
    ///
    /// - Throws: `DescriptorMistake` for a value of the wrong type.
    init?(_ json: JSONValue) throws(DescriptorMistake) {
        guard case .object(let members) = json else { return nil }
        self.init()
        var isEmpty = true
        for member in members {
            switch member.name {
            case "unique": isUnique = member.value == .boolean(true)
            case "minimum": minimum = try Self.bound(member)
            case "maximum": maximum = try Self.bound(member)
            case "minLength": minLength = try Self.count(member)
            case "maxLength": maxLength = try Self.count(member)
            case "minItems": minItems = try Self.count(member)
            case "maxItems": maxItems = try Self.count(member)
            case "pattern": pattern = try Self.pattern(member)
            default: continue
            }
            isEmpty = false
        }
        if isEmpty { return nil }
    }

    private static func bound(_ member: JSONValue.Member) throws(DescriptorMistake) -> NumberBound {
        guard let bound = NumberBound(member.value) else { throw mistake(member) }
        return bound
    }

    private static func count(_ member: JSONValue.Member) throws(DescriptorMistake) -> Int {
        guard case .integer(let count) = member.value, count >= 0 else { throw mistake(member) }
        return Int(clamping: count)
    }

    private static func pattern(_ member: JSONValue.Member) throws(DescriptorMistake) -> ValuePattern {
        guard case .string(let source) = member.value else { throw mistake(member) }
        do throws(InvalidPatternError) {
            return try ValuePattern(source)
        } catch {
            throw DescriptorMistake("has a pattern that cannot be used: \(error)")
        }
    }

    private static func mistake(_ member: JSONValue.Member) -> DescriptorMistake {
        DescriptorMistake("has the \(member.name) \(member.value)")
    }
}
