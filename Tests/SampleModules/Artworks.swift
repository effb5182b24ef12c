public import Foundation
public import Quire

/// Artworks with objects, lists of objects, and objects inside those.
public enum Artworks: ContentModule {
    public static let descriptor = ModuleDescriptor(
        name: "artworks",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "period", kind: .object(Period.table)),
            FieldDescriptor(name: "makers", kind: .list(.object(Maker.table))),
            // The path of a member that no condition sees.
            FieldDescriptor(name: "period.text", kind: .integer),
        ])

    fileprivate static func member(_ name: String, _ kind: FieldKind) -> FieldDescriptor {
        var member = FieldDescriptor(name: name, kind: kind)
        member.isQueryable = true
        return member
    }

    public struct Fields: FieldSet {
        public init() {}
        public static var table: FieldTable { Artworks.descriptor.fields }
        public typealias ConditionScope = NestedFieldScope<Self>
        public var title: Field<Self, String?, Sortable<TextOperators>> { .init("title") }
        public var period: Field<Self, Period?, NoOperators> { .init("period") }
        public var makers: Field<Self, [Maker], NoOperators> { .init("makers") }
        public var periodText: Field<Self, Int?, NumberOperators> { .init("period.text") }
    }

    public struct Values: ContentValues {
        public var title: String?
        public var period: Period?
        public var makers: [Maker]
        public var periodText: Int?

        public static var table: FieldTable { Artworks.descriptor.fields }

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            period = try reader.value(1)
            makers = try reader.value(2)
            periodText = try reader.value(3)
        }

        public func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, period)
            writer.value(2, makers)
            writer.value(3, periodText)
        }
    }

    public struct Period: QueryableObject {
        public var start: Int
        public var end: Int?
        public var text: String?

        public static let table = FieldTable([
            FieldDescriptor.required(Artworks.member("start", .integer)), Artworks.member("end", .integer),
            FieldDescriptor(name: "text", kind: .text),
        ])

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            start = try reader.value(0)
            end = try reader.value(1)
            text = try reader.value(2)
        }

        public static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.start, right.start, at: 0)
            visitor.value(left.end, right.end, at: 1)
            visitor.value(left.text, right.text, at: 2)
        }

        public struct Fields: FieldSet {
            public init() {}
            public static var table: FieldTable { Period.table }
            public var start: Field<Self, Int?, NumberOperators> { .init("start") }
            public var end: Field<Self, Int?, NumberOperators> { .init("end") }
            public var text: Field<Self, String?, NoOperators> { .init("text") }
        }
    }

    public struct Maker: QueryableObject {
        public var name: String?
        public var born: Date?
        public var marks: [String]
        public var home: Place?
        public var places: [Place]

        public static let table = FieldTable([
            Artworks.member("name", .text), Artworks.member("born", .date(.dateOnly)),
            Artworks.member("marks", .list(.text)),
            FieldDescriptor(name: "home", kind: .object(Place.table)),
            FieldDescriptor(name: "places", kind: .list(.object(Place.table))),
        ])

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            born = try reader.value(1)
            marks = try reader.value(2)
            home = try reader.value(3)
            places = try reader.value(4)
        }

        public static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.name, right.name, at: 0)
            visitor.value(left.born, right.born, at: 1)
            visitor.value(left.marks, right.marks, at: 2)
            visitor.value(left.home, right.home, at: 3)
            visitor.value(left.places, right.places, at: 4)
        }

        public struct Fields: FieldSet {
            public init() {}
            public static var table: FieldTable { Maker.table }
            public typealias ConditionScope = NestedFieldScope<Self>
            public var name: Field<Self, String?, InListedObject<TextOperators>> { .init("name") }
            public var born: Field<Self, Date?, InListedObject<DateOperators>> { .init("born") }
            public var marks: Field<Self, [String], ListOperators> { .init("marks") }
            public var home: Field<Self, ObjectPath<Place>, NoOperators> { .init("home") }
            public var places: Field<Self, ObjectPath<[Place]>, NoOperators> { .init("places") }
        }
    }

    public struct Place: QueryableObject {
        public var city: String?

        public init(city: String?) { self.city = city }

        public static let table = FieldTable([Artworks.member("city", .text)])

        public init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            city = try reader.value(0)
        }

        public static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.city, right.city, at: 0)
        }

        public struct Fields: FieldSet {
            public init() {}
            public static var table: FieldTable { Place.table }
            public var city: Field<Self, String?, InListedObject<TextOperators>> { .init("city") }
        }
    }
}

extension FieldDescriptor {
    fileprivate static func required(_ member: FieldDescriptor) -> FieldDescriptor {
        var member = member
        member.isRequired = true
        return member
    }
}
