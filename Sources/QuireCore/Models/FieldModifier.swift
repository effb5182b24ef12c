/// A change that depends on the stored value: add to a number, append to a list, remove from it, set a member of an
/// object.
///
/// ```swift
/// var draft = Books.Draft()
/// draft.add(1, to: \.rank)
/// draft.append(["classic"], to: \.tags)
/// try await content.update("57ea6aa4", with: draft)
/// ```
/// Changes of concurrent writers add up, because nobody has to read the value first.
public struct FieldModifier: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// Adds a number. No value counts as 0.
        case add
        /// Appends elements. Choices and relations keep each element once.
        case append
        /// Removes all equal elements.
        case remove
        /// Sets a member of an object, and keeps the others. No value counts as an empty object.
        case set
    }

    /// The field's wire name.
    public var field: String
    public var kind: Kind
    /// A number, an array of elements, or the value of the member; null removes the member.
    public var value: JSONValue
    /// The names that lead from the field's object to the member to set: `["startYear"]`.
    public var members: [String] = []
    /// Why the value could not be written as JSON; `nil` if it is what was given.
    package var flaw: String?

    /// The names of the field and the member, joined by dots.
    package var path: String { ([field] + members).joined(separator: ".") }

    public init(_ kind: Kind, _ value: JSONValue, of field: String) {
        self.kind = kind
        self.value = value
        self.field = field
    }

    fileprivate init(_ kind: Kind, written json: JSONWriter, of field: String) {
        self.init(kind, JSONValue(written: json), of: field)
        flaw = json.flaw.map { "expected \($0.expected), found \($0.value)" }
    }

    /// Returns the new value, or `nil` if the stored value or the result does not fit.
    package func applied(to stored: JSONValue?, _ fieldKind: FieldKind?) -> JSONValue? {
        let stored = stored ?? .null
        if kind == .set { return value(in: stored, fieldKind, at: members[...]) }
        if kind == .add { return Self.sum(stored == .null ? .integer(0) : stored, value) }
        guard case .array(let elements) = value else { return nil }
        var list: [JSONValue] = []
        if case .array(let held) = stored { list = held } else if stored != .null { return nil }
        if kind == .remove {
            list.removeAll(where: elements.contains)
            return .array(list)
        }
        let isSet: Bool =
            switch fieldKind {
            case .choices, .relations: true
            default: false
            }
        for element in elements where !isSet || !list.contains(element) { list.append(element) }
        return .array(list)
    }

    /// The stored value with the member at a path set; `nil` if the path leads through no object.
    private func value(
        in stored: JSONValue, _ kind: FieldKind?, at path: ArraySlice<String>
    ) -> JSONValue? {
        guard let name = path.first else { return value }
        guard case .object(let table)? = kind, let member = table[name],
            let new = value(in: stored.member(name) ?? .null, member.kind, at: path.dropFirst())
        else { return nil }
        switch stored {
        case .object: return new == .null ? stored.removing(name) : stored.setting(name, new)
        case .null: return new == .null ? .null : .object([.init(name, new)])
        default: return nil
        }
    }

    private static func sum(_ stored: JSONValue, _ amount: JSONValue) -> JSONValue? {
        if case .integer(let one) = stored, case .integer(let other) = amount {
            let (sum, overflows) = one.addingReportingOverflow(other)
            return overflows ? nil : .integer(sum)
        }
        guard let one = stored.double, let other = amount.double, (one + other).isFinite else { return nil }
        return .number(one + other)
    }
}

extension ContentDraft {
    /// Adds to the stored number, when the draft is applied to an item.
    ///
    /// - Parameter amount: Negative to subtract.
    public mutating func add<P: FieldReference>(
        _ amount: P.Value, to field: KeyPath<Module.Fields, P>
    ) where P.Value: AdditiveArithmetic {
        modify(.add, amount, of: field)
    }

    /// Adds to the stored number, or to 0 if there is none, when the draft is applied to an item.
    public mutating func add<P: FieldReference, Number: FieldValue & AdditiveArithmetic>(
        _ amount: Number, to field: KeyPath<Module.Fields, P>
    ) where P.Value == Number? {
        modify(.add, amount, of: field)
    }

    /// Appends elements to the stored list, when the draft is applied to an item. Choices and relations keep each element
    /// once.
    public mutating func append<P: FieldReference, Element: FieldValue>(
        _ elements: [Element], to field: KeyPath<Module.Fields, P>
    ) where P.Value == [Element] {
        modify(.append, elements, of: field)
    }

    /// Removes elements from the stored list, when the draft is applied to an item.
    public mutating func remove<P: FieldReference, Element: FieldValue>(
        _ elements: [Element], from field: KeyPath<Module.Fields, P>
    ) where P.Value == [Element] {
        modify(.remove, elements, of: field)
    }

    /// Sets a member of the stored object, when the draft is applied to an item. The other members stay.
    ///
    /// ```swift
    /// var draft = Artworks.Draft()
    /// draft.set(\.dateRange.startYear, to: 1900)
    /// draft.set(\.dateRange.text, to: nil)      // the member has no value
    /// ```
    /// An item without the object gets one that has only this member. If the schema requires another, or if the member is
    /// one of listed objects, the write fails.
    public mutating func set<P: FieldReference>(
        _ member: KeyPath<Module.Fields, P>, to value: P.Value
    ) {
        let name = member.fieldName
        let descriptor = Module.descriptor.fields.selectable(name)
        var json = JSONWriter()
        value.write(to: &json, descriptor?.kind.dateFormat ?? .epochMilliseconds)
        let steps = descriptor?.memberSteps.map(\.name) ?? []
        var modifier = FieldModifier(.set, written: json, of: steps.first ?? name)
        modifier.members = Array(steps.dropFirst())
        modifiers.append(modifier)
    }

    private mutating func modify<P: FieldReference>(
        _ kind: FieldModifier.Kind, _ value: some FieldValue, of field: KeyPath<Module.Fields, P>
    ) {
        var json = JSONWriter()
        value.write(
            to: &json, Module.descriptor.fields[field.fieldName]?.kind.dateFormat ?? .epochMilliseconds)
        modifiers.append(FieldModifier(kind, written: json, of: field.fieldName))
    }
}
