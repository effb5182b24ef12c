/// The constraints on the values of a field. Writes are checked against them; reads are not.
///
/// ```json
/// { "name": "isbn", "type": "text", "unique": true, "pattern": "^[0-9]{13}$" }
/// ```
/// On a list, all but the number of elements hold for each element. A field without a value breaks no constraint.
public struct FieldConstraints: Sendable, Hashable {
    /// Whether no two items of the module may have the same value.
    public var isUnique: Bool
    /// The smallest number.
    public var minimum: NumberBound?
    /// The greatest number.
    public var maximum: NumberBound?
    /// The smallest length of a text, in Unicode scalars: "é" has one or two, and a flag has two.
    public var minLength: Int?
    /// The greatest length of a text, in Unicode scalars.
    public var maxLength: Int?
    /// The regular expression that a part of the text must match.
    public var pattern: ValuePattern?
    /// The smallest number of elements of a list.
    public var minItems: Int?
    /// The greatest number of elements of a list.
    public var maxItems: Int?

    public init(
        isUnique: Bool = false, minimum: NumberBound? = nil, maximum: NumberBound? = nil,
        minLength: Int? = nil, maxLength: Int? = nil, pattern: ValuePattern? = nil, minItems: Int? = nil,
        maxItems: Int? = nil
    ) {
        self.isUnique = isUnique
        self.minimum = minimum
        self.maximum = maximum
        self.minLength = minLength
        self.maxLength = maxLength
        self.pattern = pattern
        self.minItems = minItems
        self.maxItems = maxItems
    }

    /// Whether a single value can break a constraint, regardless of other items.
    package var constrainsValues: Bool {
        minimum != nil || maximum != nil || minLength != nil || maxLength != nil || pattern != nil
            || minItems != nil
            || maxItems != nil
    }
}

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
