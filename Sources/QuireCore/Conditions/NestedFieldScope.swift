/// The fields of a module with objects whose members queries see, inside a filter closure.
///
/// ```swift
/// Artworks.query().filter { $0.dateRange.startYear >= 1900; $0.contributors.any { $0.role == "artist" } }
/// // dateRange.startYear >= 1900 and any contributors (role = "artist")
/// ```
/// A type of its own, because the second meaning of a field costs the compiler about one more step for each field of a closure.
/// Modules without such objects do not pay it.
@_documentation(visibility: internal)
@frozen
@dynamicMemberLookup
public struct NestedFieldScope<Fields: FieldOwner>: FieldScoping {
    @inlinable
    public init() {}

    @inlinable
    public subscript<Member>(dynamicMember path: KeyPath<Fields, Member>) -> KeyPath<Fields, Member> { path }

    /// An object, on the way to its members. Where the object itself fits, it is the object.
    @inlinable
    @_disfavoredOverload
    public subscript<Object: ObjectOperand>(
        dynamicMember path: KeyPath<Fields, Field<Fields, Object, NoOperators>>
    ) -> MemberScope<Fields, Object> { MemberScope(path) }
}

/// The members of an object inside a filter closure: `$0.dateRange.startYear` is the key path to the member.
@_documentation(visibility: internal)
@frozen
@dynamicMemberLookup
public struct MemberScope<Fields: FieldOwner, Object: ObjectOperand> {
    @usableFromInline let path: KeyPath<Fields, Field<Fields, Object, NoOperators>>

    @inlinable
    init(_ path: KeyPath<Fields, Field<Fields, Object, NoOperators>>) { self.path = path }

    @inlinable
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember member: KeyPath<Object.Fields, Field<Object.Fields, Next, O>>
    ) -> KeyPath<Fields, Field<Fields, Next, O>> { path.appending(path: \.[dynamicMember: member]) }

    /// An object in the object, on the way to its members.
    @inlinable
    @_disfavoredOverload
    public subscript<Next: ObjectOperand>(
        dynamicMember member: KeyPath<Object.Fields, Field<Object.Fields, Next, NoOperators>>
    ) -> MemberScope<Fields, Next> { .init(path.appending(path: \.[dynamicMember: member])) }

    /// A name that is no member of the object.
    @inlinable
    @_disfavoredOverload
    public subscript(
        dynamicMember member: KeyPath<Object.Fields, NoSuchField<Object.Fields>>
    ) -> KeyPath<Fields, NoSuchField<Fields>> { path.appending(path: \.[dynamicMember: member]) }
}
