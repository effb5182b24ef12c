/// The parts of an item that `select` accepts: its fields, its `id`, its `metadata`, and each metadata property.
///
/// ```swift
/// Books.query().select(\.id, \.title, \.updatedAt)      // rows are (ContentID<Books>, String, Date?)
/// ```
/// A name has the same meaning as on the item itself. If a field has the name of a metadata property, the field wins.
@dynamicMemberLookup
public struct Selectable<Module: ContentModule>: Sendable {
    init() {}

    /// The value of a field. For a relation, its id or ids.
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.Fields, Field>
    ) -> Selected<Field.Value> {
        .field(field.fieldPath)
    }

    /// A metadata property: `\.updatedAt`.
    @_disfavoredOverload
    public subscript<Value: Sendable>(
        dynamicMember part: WritableKeyPath<Module.ItemMetadata, Value> & Sendable
    ) -> Selected<Value> {
        Selected(.envelope(readsMetadata: true) { Module.ItemMetadata.value(at: part, of: $1) })
    }

    /// The `id`, or the complete `metadata`. No field has one of these names in Swift.
    public subscript<Value: Sendable>(
        dynamicMember part: KeyPath<ContentEnvelope<Module>, Value> & Sendable
    ) -> Selected<Value> {
        Selected(
            .envelope(readsMetadata: part != \ContentEnvelope<Module>.id) {
                ContentEnvelope<Module>(id: ContentID(rawValue: $0), metadata: $1)[keyPath: part]
            })
    }
}

/// The parts of an item that surround its values.
public struct ContentEnvelope<Module: ContentModule>: Sendable {
    public var id: ContentID<Module>
    public var metadata: ContentMetadata
}

/// How one value of a row is read.
///
/// Behind a relation, the fields of the related items follow: `\.author.fullName`, `\.editors.fullName`. Behind an object,
/// its members follow: `\.dateRange.startYear`, `\.contributors.role`.
@dynamicMemberLookup
public struct Selected<Value: Sendable>: Sendable {
    enum Source: Sendable {
        case field(
            SelectedPath, @Sendable (inout ValuesReader, _ position: Int) throws(ValueDecodingError) -> Value)
        case envelope(readsMetadata: Bool, @Sendable (_ id: String, ContentMetadata) -> Value)
    }

    private let source: Source

    init(_ source: Source) { self.source = source }

    /// The path of the value, or `nil` if it comes with every item.
    var path: SelectedPath? {
        if case .field(let path, _) = source { path } else { nil }
    }

    /// Whether the value is a part of the item's metadata.
    var readsMetadata: Bool {
        if case .envelope(let readsMetadata, _) = source { readsMetadata } else { false }
    }

    /// Reads the value of a field at its position in the row's table.
    func read(from reader: inout ValuesReader, _ position: Int?) throws(ValueDecodingError) -> Value? {
        guard case .field(_, let read) = source else { return nil }
        guard let position else {
            throw ValueDecodingError(.missing, at: 0, expected: "a field of the module's table")
        }
        return try read(&reader, position)
    }

    /// The value, after the whole item has been read.
    func value(_ read: Value?, id: String, _ metadata: ContentMetadata) throws(ValueDecodingError) -> Value {
        switch source {
        case .envelope(_, let value): return value(id, metadata)
        case .field:
            guard let read else {
                throw ValueDecodingError(.missing, at: 0, expected: "a value of the field")
            }
            return read
        }
    }

    /// The path of a field behind this relation. The item's own id leads to the item itself.
    private func followed(to module: ModuleDescriptor, by path: FieldPath) -> FieldPath {
        self.path.map { $0.joined.followed(to: module, by: path) } ?? path
    }
}

/// The path of a selected field, or of a member of its objects.
struct SelectedPath: Sendable, Hashable {
    var field: FieldPath
    /// The names that lead from the field to the member; empty for the field itself.
    var members: [String] = []

    /// The path with the members as parts of the field's name.
    var joined: FieldPath {
        FieldPath(([field.name] + members).joined(separator: "."), behind: field.steps)
    }

    /// The name in a request. A member whose path is also the name of a field comes with its whole object.
    func name(in module: ModuleDescriptor) -> String {
        let name = joined.name
        return module.fields.way(to: name) == [field.name] + members ? name : field.name
    }
}

extension Selected where Value: FieldValue {
    static func field(_ path: FieldPath) -> Self {
        Self(
            .field(SelectedPath(field: path)) { (reader, position) throws(ValueDecodingError) in
                try reader.value(position)
            })
    }
}

extension Selected {
    /// The path of a member of this object.
    fileprivate func path(to member: FieldPath) -> SelectedPath {
        var path = self.path ?? SelectedPath(field: FieldPath(""))
        path.members.append(member.name)
        return path
    }
}

extension Selected where Value: ObjectOperand {
    /// A member of the object. `nil` if the item lacks the object or the member.
    ///
    /// ```swift
    /// Artworks.query().select(\.title, \.dateRange.startYear)     // rows are (String, Int?)
    /// ```
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value.Fields, Next, O>>
    ) -> Selected<Next.Behind> {
        let path = self.path(to: path.fieldPath)
        return Selected<Next.Behind>(
            .field(path) { (reader, position) throws(ValueDecodingError) in
                try reader.member(position, path.members)
            })
    }
}

extension Selected where Value: ObjectListOperand {
    /// The values of a member of all objects in the list, in their order. Objects without a value are left out.
    ///
    /// ```swift
    /// Artworks.query().select(\.title, \.contributors.role)       // rows are (String, [String])
    /// ```
    public subscript<Next: FieldValue, O: OperatorSet, Element: FieldValue>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value.Fields, Next, O>>
    ) -> Selected<[Element]> where Next.Gathered == [Element] {
        let path = self.path(to: path.fieldPath)
        return Selected<[Element]>(
            .field(path) { (reader, position) throws(ValueDecodingError) in
                try reader.members(position, path.members)
            })
    }
}

extension Selected where Value: ToOneOperand {
    /// A field of the related item. `nil` if the relation names no item, or an item that does not exist.
    ///
    /// ```swift
    /// Books.query().select(\.title, \.author.fullName)      // rows are (String, String?)
    /// ```
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> Selected<Next.Behind> {
        .field(followed(to: Value.Target.descriptor, by: path.fieldPath))
    }
}

extension Selected where Value: ToManyOperand {
    /// The values of a field of all related items, in the order of the relation. Items that do not exist, and items
    /// without a value, are left out.
    ///
    /// ```swift
    /// Books.query().select(\.title, \.editors.fullName)     // rows are (String, [String])
    /// ```
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Target.Fields, Field<Value.Target.Fields, Next, O>>
    ) -> Selected<Next.Gathered> {
        .field(followed(to: Value.Target.descriptor, by: path.fieldPath))
    }
}
