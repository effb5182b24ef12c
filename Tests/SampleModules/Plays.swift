public import Quire

// Handwritten in the form of generated code, for relations inside objects.

/// Plays, whose house is in an object, and whose writers are in a list of objects.
public enum Plays: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "plays",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "staging", kind: .object(Staging.table)),
            FieldDescriptor(name: "credits", kind: .list(.object(Credit.table))),
        ])

    fileprivate static func member(_ name: String, _ kind: FieldKind) -> FieldDescriptor {
        var member = FieldDescriptor(name: name, kind: kind)
        member.isQueryable = true
        return member
    }

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Plays.descriptor.fields }
        public typealias ConditionScope = NestedFieldScope<Self>
        public var title: Field<Self, String?, Sortable<TextOperators>> { .init("title") }
        public var staging: Field<Self, Staging?, NoOperators> { .init("staging") }
        public var credits: Field<Self, [Credit], NoOperators> { .init("credits") }
    }

    public struct Values: ContentValues {
        public var title: String?
        public var staging: Staging?
        public var credits: [Credit]

        public init(title: String? = nil, staging: Staging? = nil, credits: [Credit] = []) {
            self.title = title
            self.staging = staging
            self.credits = credits
        }

        public static var table: FieldTable { Plays.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            staging = try reader.value(1)
            credits = try reader.value(2)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, staging)
            writer.value(2, credits)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("staging", object: &staging)
            visitor.visit("credits", object: &credits)
        }
    }

    public struct Staging: QueryableObject {
        public var town: String?
        public var house: Relation<Houses>?

        public init(town: String? = nil, house: Relation<Houses>? = nil) {
            self.town = town
            self.house = house
        }

        public static let table = FieldTable([
            Plays.member("town", .text), Plays.member("house", .relation(module: "houses")),
        ])

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            town = try reader.value(0)
            house = try reader.value(1)
        }

        public static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.town, right.town, at: 0)
            visitor.value(left.house, right.house, at: 1)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("house", &house)
        }

        public struct Fields: FieldSet {
            public init() {}
            public static var table: FieldTable { Staging.table }
            public var town: Field<Self, String?, TextOperators> { .init("town") }
            public var house: Field<Self, ContentID<Houses>?, RelationOperators> { .init("house") }
        }
    }

    public struct Credit: QueryableObject {
        public var role: String?
        public var writer: Relation<Writers>?
        public var helpers: [Relation<Writers>]

        public init(role: String? = nil, writer: Relation<Writers>? = nil, helpers: [Relation<Writers>] = [])
        {
            self.role = role
            self.writer = writer
            self.helpers = helpers
        }

        public static let table = FieldTable([
            Plays.member("role", .text), Plays.member("writer", .relation(module: "writers")),
            Plays.member("helpers", .relations(module: "writers")),
        ])

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            role = try reader.value(0)
            writer = try reader.value(1)
            helpers = try reader.value(2)
        }

        public static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.role, right.role, at: 0)
            visitor.value(left.writer, right.writer, at: 1)
            visitor.value(left.helpers, right.helpers, at: 2)
        }

        public mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {
            visitor.visit("writer", &writer)
            visitor.visit("helpers", &helpers)
        }

        public struct Fields: FieldSet {
            public init() {}
            public static var table: FieldTable { Credit.table }
            public var role: Field<Self, String?, InListedObject<TextOperators>> { .init("role") }
            public var writer: Field<Self, ContentID<Writers>?, InListedObject<RelationOperators>> {
                .init("writer")
            }
            public var helpers: Field<Self, [ContentID<Writers>], ListOperators> { .init("helpers") }
        }
    }
}

extension Library {
    /// Plays with relations in objects, of which some lead nowhere. Each title is the item's id.
    public static let plays: [Content<Plays>] = [
        play(
            "s1", Plays.Staging(town: "Bath", house: Relation("p1")),
            [
                Plays.Credit(role: "text", writer: Relation("a1")),
                Plays.Credit(
                    role: "music", writer: Relation("a2"), helpers: [Relation("a3"), Relation("x9")]),
            ]),
        play(
            "s2", Plays.Staging(town: "Ulm", house: Relation("p9")),
            [Plays.Credit(role: "text", writer: Relation("a2")), Plays.Credit()]),
        play("s3", nil, []),
        play("s4", Plays.Staging(), [Plays.Credit(role: "text", writer: Relation("x9"))]),
        play(
            "s5", Plays.Staging(house: Relation("p1")),
            [Plays.Credit(role: "music", writer: Relation("a1"), helpers: [Relation("a1")])]),
    ]

    private static func play(
        _ id: String, _ staging: Plays.Staging?, _ credits: [Plays.Credit]
    ) -> Content<Plays> {
        Content(id: ContentID(id), values: .init(title: id, staging: staging, credits: credits))
    }
}
