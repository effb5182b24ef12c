import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Field value types")
struct ValueTypeTests {
    @Test("A wrong type reports what was expected, with its position")
    func wrongTypes() {
        func expectation<Value: FieldValue>(_ type: Value.Type, _ text: String) -> String? {
            JSONReading.failure(type, " " + text).map { "\($0.expected) @\($0.offset) \($0.reason)" }
        }
        #expect(expectation(String.self, "12") == "a string @1 wrongType")
        #expect(expectation(Int.self, "\"12\"") == "an integer @1 wrongType")
        #expect(expectation(Double.self, "\"1.5\"") == "a number @1 wrongType")
        #expect(expectation(Bool.self, "1") == "true or false @1 wrongType")
        #expect(expectation(Bool.self, "\"true\"") == "true or false @1 wrongType")
        #expect(expectation([String].self, "\"a\"") == "an array @1 wrongType")
        #expect(expectation([String].self, "[\"a\",1]") == "a string @6 wrongType")
        #expect(expectation([Int].self, "[1,null]") == "an integer @4 wrongType")
        #expect(
            expectation(LocalizedText.self, "1") == "a string or an object of strings by locale @1 wrongType")
        #expect(expectation(ContentID<Makers>.self, "1") == "an id or an item @1 wrongType")
        #expect(expectation(Relation<Makers>.self, "1") == "an id or an item @1 wrongType")
        #expect(expectation(Grade.self, "\"worst\"") == "one of the schema's choices @1 invalidValue")
        #expect(expectation(Serial.self, "\"x\"") == "a value that the scalar's type accepts @1 invalidValue")
        #expect(expectation(String.self, "nil") == "a string @1 wrongType")
        #expect(expectation(String.self, "?") == "a string @1 syntax")
    }

    @Test("Choices: an open one keeps unknown values, a closed one rejects them")
    func choices() throws {
        #expect(try JSONReading.read(Kind.self, "\"tool\"") == .tool)
        let unknown = try JSONReading.read(Kind.self, "\"robot\"")
        #expect(unknown.rawValue == "robot" && !unknown.isKnown)
        #expect(JSONReading.written(unknown) == "\"robot\"")
        #expect(try JSONReading.read(Grade.self, "\"best\"") == .best)
    }

    @Test("A custom scalar is written as its base type")
    func scalars() throws {
        let serial = try JSONReading.read(Serial.self, "\"S-1\"")
        #expect(serial.rawValue == "S-1")
        #expect(JSONReading.written(serial) == "\"S-1\"")
        #expect(
            try JSONDecoder().decode([Serial].self, from: Data(#"["S-2"]"#.utf8)).map(\.rawValue) == ["S-2"])
    }

    @Test("Links and colors keep their text; their components are available if the text is valid")
    func texts() throws {
        let link = try JSONReading.read(ContentURL.self, #""http://a b/ü""#)
        #expect(link.rawValue == "http://a b/ü")
        #expect(ContentURL("https://example.com/a").url?.host == "example.com")
        #expect(ContentURL("").url == nil)
        let color: HexColor = "#3366ff80"
        #expect(color.red == 0.2 && color.green == 0.4 && color.blue == 1 && color.alpha == 128.0 / 255)
        #expect(HexColor("#fff").red == 1 && HexColor("#fff").alpha == 1)
        #expect(HexColor("white").red == nil && HexColor("#12345").red == nil && HexColor("#ggg").red == nil)
        #expect(HexColor(red: 1, green: 0.5, blue: 0).rawValue == "#ff8000")
        #expect(HexColor(red: 2, green: -1, blue: .nan, alpha: 0.5).rawValue == "#ff000080")
    }

    @Test(
        "A point is read from four notations and written in one",
        arguments: [
            #"{"latitude":52.5,"longitude":4.25}"#, #"{"lng":4.25,"x":[1],"lat":52.5}"#,
            #"{"lat":52.5,"lon":4.25}"#,
            "[4.25,52.5]", "[4.25, 52.5, 10]",
        ])
    func points(text: String) throws {
        let point = try JSONReading.read(GeoPoint.self, text)
        #expect(point == GeoPoint(latitude: 52.5, longitude: 4.25))
        #expect(JSONReading.written(point) == #"{"latitude":52.5,"longitude":4.25}"#)
        #expect(try JSONDecoder().decode(GeoPoint.self, from: Data(text.utf8)) == point)
        #expect(try JSONDecoder().decode(GeoPoint.self, from: JSONEncoder().encode(point)) == point)
    }

    @Test(
        "Invalid points are rejected",
        arguments: [
            "{}", #"{"latitude":1}"#, #"{"latitude":"1","longitude":2}"#, "[1]", "[1,2,3,4]", "[1,91]",
            "[181,0]",
            #"{"latitude":-91,"longitude":0}"#, "\"1,2\"",
        ])
    func noPoints(text: String) {
        #expect(JSONReading.failure(GeoPoint.self, text) != nil)
    }

    @Test("A localized text is one text or one per locale, with fallbacks")
    func localizedText() throws {
        let plain = try JSONReading.read(LocalizedText.self, "\"Hello\"")
        #expect(plain.text(for: "fr") == "Hello")
        #expect(JSONReading.written(plain) == "\"Hello\"")
        let texts = try JSONReading.read(LocalizedText.self, #"{"fr":"Bonjour","en-GB":"Hello","de":null}"#)
        #expect(texts.text(for: "fr-BE", fallbacks: ["fr", "en-GB"]) == "Bonjour")
        #expect(texts.text(for: "de", fallbacks: ["en-GB"]) == "Hello")
        #expect(texts.text(for: "it") == nil)
        #expect(JSONReading.written(texts) == #"{"en-GB":"Hello","fr":"Bonjour"}"#)
        for value in [plain, texts] {
            #expect(
                try JSONDecoder().decode([LocalizedText].self, from: JSONEncoder().encode([value])) == [value]
            )
        }
        #expect(JSONReading.failure(LocalizedText.self, #"{"fr":1}"#)?.offset == 6)
    }

    @Test("A relation is an id, a reference object, or the whole item")
    func relations() throws {
        let id = try JSONReading.read(Relation<Makers>.self, "\"m1\"")
        #expect(id == Relation("m1") && id.item == nil)
        let reference = try JSONReading.read(Relation<Makers>.self, #"{"name":"x","id":"m2","tags":[{}]}"#)
        #expect(reference == Relation("m2"))
        let text = #"{"id":"m3","values":{"name":"Ada","works":["g1",{"id":"g2","values":{"title":"T"}}]}}"#
        let whole = try JSONReading.read(Relation<Makers>.self, text)
        #expect(whole.item?.name == "Ada" && whole.item?.works.map(\.id) == ["g1", "g2"])
        #expect(whole.item?.works.last?.item?.title == "T")
        let coded = try JSONDecoder().decode(Relation<Makers>.self, from: Data(text.utf8))
        #expect(coded == whole)
        #expect(try JSONReading.read(Relation<Makers>.self, JSONReading.written(whole)) == whole)
        #expect(try JSONReading.read(ContentID<Makers>.self, text) == "m3")
    }

    @Test("Related items nest at most 32 levels deep")
    func relationDepth() {
        func nested(_ levels: Int) -> String {
            (0..<levels).reduce("\"end\"") { inner, level in
                level % 2 == 0
                    ? #"{"id":"i","values":{"name":"n","works":[\#(inner)]}}"#
                    : #"{"id":"i","values":{"title":"t","maker":\#(inner)}}"#
            }
        }
        #expect(JSONReading.failure(Relation<Makers>.self, nested(9)) == nil)
        #expect(JSONReading.failure(Relation<Makers>.self, nested(101))?.reason == .tooDeep)
    }
}
