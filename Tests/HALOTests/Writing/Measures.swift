import Foundation
import Quire

/// A module with a field of every kind that can hold values outside JSON.
enum Measures: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "measures",
        fields: [
            FieldDescriptor(name: "number", kind: .number),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "numbers", kind: .list(.number)),
            FieldDescriptor(name: "anything", kind: .json),
            FieldDescriptor(name: "milliseconds", kind: .dateTime(.epochMilliseconds)),
            FieldDescriptor(name: "seconds", kind: .dateTime(.epochSeconds)),
            FieldDescriptor(name: "text", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(name: "size", kind: .object(Size.table)),
            FieldDescriptor(name: "sizes", kind: .list(.object(Size.table))),
            FieldDescriptor(name: "even", kind: .scalar(.integer)),
            FieldDescriptor(name: "labels", kind: .list(.text), isRequired: true),
        ])

    struct Size: ContentValues {
        static let table = FieldTable([
            FieldDescriptor(name: "width", kind: .number, isRequired: true),
            FieldDescriptor(name: "made", kind: .date(.dateOnly)),
        ])
        var width: Double
        var made: Date?

        init(width: Double, made: Date? = nil) {
            self.width = width
            self.made = made
        }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            width = try reader.value(0)
            made = try reader.value(1)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, width)
            writer.value(1, made)
        }
    }

    /// A custom type with an initializer that skips validation.
    struct Even: ContentScalar {
        var rawValue: Int
        init?(rawValue: Int) {
            guard rawValue.isMultiple(of: 2) else { return nil }
            self.rawValue = rawValue
        }
        init(unchecked value: Int) { rawValue = value }
    }

    struct Fields: FieldSet {
        static var table: FieldTable { Measures.descriptor.fields }
        var number: Field<Self, Double?, NumberOperators> { .init("number") }
        var place: Field<Self, GeoPoint?, GeoOperators> { .init("place") }
        var numbers: Field<Self, [Double], OrderedListOperators> { .init("numbers") }
        var anything: Field<Self, JSONValue?, NoOperators> { .init("anything") }
        var milliseconds: Field<Self, Date?, DateOperators> { .init("milliseconds") }
        var seconds: Field<Self, Date?, DateOperators> { .init("seconds") }
        var text: Field<Self, Date?, DateOperators> { .init("text") }
        var day: Field<Self, Date?, DateOperators> { .init("day") }
        var size: Field<Self, Size?, NoOperators> { .init("size") }
        var sizes: Field<Self, [Size], NoOperators> { .init("sizes") }
        var even: Field<Self, Even?, NumberOperators> { .init("even") }
        var labels: Field<Self, [String], ListOperators> { .init("labels") }
    }

    struct Values: ContentValues {
        var number: Double?
        var place: GeoPoint?
        var numbers: [Double] = []
        var anything: JSONValue?
        var milliseconds: Date?
        var seconds: Date?
        var text: Date?
        var day: Date?
        var size: Size?
        var sizes: [Size] = []
        var even: Even?
        var labels: [String] = []

        init() {}

        static var table: FieldTable { Measures.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            number = try reader.value(0)
            place = try reader.value(1)
            numbers = try reader.value(2)
            anything = try reader.value(3)
            milliseconds = try reader.value(4)
            seconds = try reader.value(5)
            text = try reader.value(6)
            day = try reader.value(7)
            size = try reader.value(8)
            sizes = try reader.value(9)
            even = try reader.value(10)
            labels = try reader.value(11)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, number)
            writer.value(1, place)
            writer.value(2, numbers)
            writer.value(3, anything)
            writer.value(4, milliseconds)
            writer.value(5, seconds)
            writer.value(6, text)
            writer.value(7, day)
            writer.value(8, size)
            writer.value(9, sizes)
            writer.value(10, even)
            writer.value(11, labels)
        }
    }

    typealias Draft = ContentDraft<Measures>
}

typealias Measure = Content<Measures>
