import Foundation
import QuireCore

/// A module with a field of every kind, in the form of generated code.
package enum Gadgets: ContentModule {
    package static let descriptor = ModuleDescriptor(
        #"""
        {"name": "gadgets", "id": "570772df82b5872b00ebcbcf", "fields": [
          {"name": "title", "type": "text", "required": true, "sortable": true, "searchable": 2.5},
          {"name": "count", "type": "integer", "facet": "disjunctive"},
          {"name": "weight", "type": "number"},
          {"name": "active", "type": "boolean"},
          {"name": "made", "type": "date"},
          {"name": "seen", "type": "time", "format": "epochSeconds"},
          {"name": "sold", "type": "dateTime", "format": "rfc3339"},
          {"name": "born", "type": "date", "format": "dateOnly"},
          {"name": "link", "type": "url"},
          {"name": "tint", "type": "color"},
          {"name": "place", "type": "geopoint"},
          {"name": "extra", "type": "json"},
          {"name": "kind", "type": "choice"},
          {"name": "grade", "type": "choice"},
          {"name": "labels", "type": "choices"},
          {"name": "marks", "type": "list", "of": {"type": "integer"}},
          {"name": "days", "type": "list", "of": {"type": "date", "format": "dateOnly"}},
          {"name": "size", "type": "object", "fields": [
            {"name": "width", "type": "number", "required": true}, {"name": "made", "type": "date", "format": "rfc3339"}]},
          {"name": "label", "type": "localizedText"},
          {"name": "serial", "type": "scalar", "base": "text"},
          {"name": "maker", "type": "relation", "module": "makers"},
          {"name": "helpers", "type": "relations", "module": "makers"},
          {"name": "the \"odd\" one", "type": "text"},
          {"name": "größe", "type": "longText"}]}
        """#)

    package struct Fields: FieldSet {
        package init() {}
        package static var table: FieldTable { Gadgets.descriptor.fields }
    }

    package struct Values: ContentValues {
        package var title: String
        package var count: Int?
        package var weight: Double?
        package var active: Bool?
        package var made: Date?
        package var seen: Date?
        package var sold: Date?
        package var born: Date?
        package var link: ContentURL?
        package var tint: HexColor?
        package var place: GeoPoint?
        package var extra: JSONValue?
        package var kind: Kind?
        package var grade: Grade?
        package var labels: [Kind]
        package var marks: [Int]
        package var days: [Date]
        package var size: Size?
        package var label: LocalizedText?
        package var serial: Serial?
        package var maker: Relation<Makers>?
        package var helpers: [Relation<Makers>]
        package var odd: String?
        package var größe: String?

        package static var table: FieldTable { Gadgets.descriptor.fields }

        package init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            count = try reader.value(1)
            weight = try reader.value(2)
            active = try reader.value(3)
            made = try reader.value(4)
            seen = try reader.value(5)
            sold = try reader.value(6)
            born = try reader.value(7)
            link = try reader.value(8)
            tint = try reader.value(9)
            place = try reader.value(10)
            extra = try reader.value(11)
            kind = try reader.value(12)
            grade = try reader.value(13)
            labels = try reader.value(14)
            marks = try reader.value(15)
            days = try reader.value(16)
            size = try reader.value(17)
            label = try reader.value(18)
            serial = try reader.value(19)
            maker = try reader.value(20)
            helpers = try reader.value(21)
            odd = try reader.value(22)
            größe = try reader.value(23)
        }

        package func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, count)
            writer.value(2, weight)
            writer.value(3, active)
            writer.value(4, made)
            writer.value(5, seen)
            writer.value(6, sold)
            writer.value(7, born)
            writer.value(8, link)
            writer.value(9, tint)
            writer.value(10, place)
            writer.value(11, extra)
            writer.value(12, kind)
            writer.value(13, grade)
            writer.value(14, labels)
            writer.value(15, marks)
            writer.value(16, days)
            writer.value(17, size)
            writer.value(18, label)
            writer.value(19, serial)
            writer.value(20, maker)
            writer.value(21, helpers)
            writer.value(22, odd)
            writer.value(23, größe)
        }
    }

    package struct Size: ContentValues {
        package var width: Double
        package var made: Date?

        package static let table = Gadgets.descriptor.fields.object(17)

        package init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            width = try reader.value(0)
            made = try reader.value(1)
        }

        package func write(to writer: inout ValuesWriter) {
            writer.value(0, width)
            writer.value(1, made)
        }
    }
}

/// An open choice.
package struct Kind: OpenChoice {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let tool = Self(rawValue: "tool")
    package static let toy = Self(rawValue: "toy")
    package static let allKnown: [Self] = [tool, toy]
}

/// A closed choice.
package enum Grade: String, ClosedChoice {
    case best, good
}

/// A custom scalar that rejects some texts.
package struct Serial: ContentScalar {
    package let rawValue: String

    package init?(rawValue: String) {
        guard rawValue.hasPrefix("S-") else { return nil }
        self.rawValue = rawValue
    }
}

/// A module that refers back to gadgets.
package enum Makers: ContentModule {
    package static let descriptor = ModuleDescriptor(
        #"""
        {"name": "makers", "fields": [
          {"name": "name", "type": "text", "required": true},
          {"name": "works", "type": "relations", "module": "gadgets"}]}
        """#)

    package struct Fields: FieldSet {
        package init() {}
        package static var table: FieldTable { Makers.descriptor.fields }
    }

    package struct Values: ContentValues {
        package var name: String
        package var works: [Relation<Gadgets>]

        package static var table: FieldTable { Makers.descriptor.fields }

        package init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            works = try reader.value(1)
        }

        package func write(to writer: inout ValuesWriter) {
            writer.value(0, name)
            writer.value(1, works)
        }
    }
}
