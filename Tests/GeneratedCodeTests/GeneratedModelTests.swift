import Foundation
import Quire
import Testing

@Suite("Behavior of generated models")
struct GeneratedModelTests {
    static let json = ##"""
        {"title": "Emma", "age": 12, "in print": false, "released": "1815-12-23", "doors": 3600,
         "updated": "2024-02-29T12:00:00Z", "moments": [0, 1500], "site": "https://a.example/x", "place":
         {"latitude": 52.5, "longitude": 4.5}, "extra": {"a": [1, null]}, "language": "tlh", "spoken": ["eng", "lat"],
         "binding": "hardback", "mood": "*/", "size": {"width": 2.5, "unit": "cm", "history": [{"who": "me", "when":
         86400000, "notes": ["new"]}]}, "isbn": "9780141439587", "names": {"en": "Emma", "fr": "Emma"}, "author": "a1",
         "editors": ["a2", "a3"], "\"\"\"#\\#(fatalError())": "hostile", "default": "d", "self": "s", "reader": "r",
         "old": "o", "gone": 7, "tags": ["x"]}
        """##

    static func values() throws -> Books.Values {
        try JSONDecoder().decode(Books.Values.self, from: Data(json.utf8))
    }

    @Test("Every kind of field is read")
    func decoding() throws {
        let values = try Self.values()
        #expect(values.title == "Emma")
        #expect(values.age == 12)
        #expect(values.inPrint == false)
        #expect(values.released == Date(timeIntervalSince1970: -4_860_604_800))
        #expect(values.doors == Date(timeIntervalSince1970: 3600))
        #expect(values.updated == Date(timeIntervalSince1970: 1_709_208_000))
        #expect(values.moments == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1.5)])
        #expect(values.site == "https://a.example/x")
        #expect(values.place == GeoPoint(latitude: 52.5, longitude: 4.5))
        #expect(values.language == Language(rawValue: "tlh"))
        #expect(values.language?.isKnown == false)
        #expect(values.spoken.map(\.rawValue) == ["eng", "lat"])
        #expect(values.binding == .hardback)
        #expect(values.mood == .starSlash)
        #expect(values.size?.width == 2.5)
        #expect(values.size?.unit == .cm)
        #expect(values.size?.history.first?.when == Date(timeIntervalSince1970: 86400))
        #expect(values.isbn?.rawValue == "9780141439587")
        #expect(values.names?.text(for: "fr") == "Emma")
        #expect(values.author?.id == "a1")
        #expect(values.editors.map(\.id) == ["a2", "a3"])
        #expect(values.hostile == "hostile")
        #expect(values.default == "d")
        #expect(values.selfField == "s")
        #expect(values.reader == "r")
        #expect(values.tags == ["x"])
        #expect(values.blurb == nil && values.cover == nil)
    }

    @Test("Models are written as they were read")
    func roundTrip() throws {
        let values = try Self.values()
        let data = try JSONEncoder().encode(values)
        #expect(try JSONDecoder().decode(Books.Values.self, from: data) == values)
        let written = try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(Self.json.utf8)) as? NSDictionary)
        // An RFC 3339 date is written with its milliseconds; everything else is unchanged.
        for (key, value) in read where key as? String != "updated" {
            let other = written[key] as? NSObject
            #expect(other == value as? NSObject, "\(key)")
        }
        #expect(written.count == read.count)
    }

    @Test("The initializer uses the defaults of the schema")
    func defaults() {
        let book = Books.Values(title: "Emma", age: 1)
        #expect(book.rating == 2.5)
        #expect(book.inPrint == true)
        #expect(book.released == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(book.site == "https://example.org")
        #expect(book.shade == "#102030")
        #expect(book.language == .dutch)
        #expect(book.binding == .paperBack)
        #expect(book.tags.isEmpty && book.spoken.isEmpty && book.title == "Emma")
    }

    @Test("A required field that is missing is an error, an optional one is not")
    func required() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Books.Values.self, from: Data(#"{"age": 1, "binding": "hardback"}"#.utf8))
        }
        #expect(throws: Never.self) {
            try JSONDecoder().decode(
                Books.Values.self, from: Data(#"{"title": "", "age": 1, "binding": "hardback"}"#.utf8))
        }
    }

    @Test("An unknown value of a closed choice is an error")
    func closed() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Books.Values.self, from: Data(#"{"title": "", "age": 1, "binding": "spiral"}"#.utf8))
        }
    }

    @Test("Hostile raw values are treated as data")
    func hostile() {
        #expect(
            Books.Mood.allKnown.map(\.rawValue) == [
                "none", "*/", "\"\"\"#", "\\(fatalError())", "\\#(fatalError())", "a\nb", "", "default",
                "3.5", "😀",
            ])
        #expect(Books.Mood.noneValue.rawValue == "none")
        #expect(Books.Mood.default.rawValue == "default")
        #expect(Books.Mood._3_5.rawValue == "3.5")
        #expect((\Books.Fields.hostile).fieldName == "\"\"\"#\\#(fatalError())")
    }

    @Test("An item has its own id, even if there is a field called id")
    func item() {
        let author = Author(id: "7", values: Authors.Values(name: "Jane", idField: "field"))
        #expect(author.name == "Jane")
        #expect(author.id == ContentID<Authors>("7"))
        #expect(author.idField == "field")
    }

    @Test("A deprecated field is stored and written like any other")
    func deprecated() throws {
        let data = try JSONEncoder().encode(try Self.values())
        let written = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(written["old"] as? String == "o")
        #expect(written["gone"] as? Int == 7)
    }

    @Test("Relations are shown to a visitor by their wire names")
    func relations() throws {
        struct Names: RelationVisitor {
            var path = ""
            var names: [String] = []
            mutating func visit<Target: ContentModule>(_ field: String, _ relation: inout Relation<Target>) {
                names.append("\(field): \(relation.id)")
            }
        }
        var names = Names()
        var values = try Self.values()
        values.visitRelations(&names)
        #expect(names.names == ["author: a1", "editors: a2", "editors: a3"])
    }
}
