import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Writing JSON")
struct JSONWritingTests {
    @Test("Commas, braces and escapes are written as valid JSON")
    func structure() throws {
        var json = JSONWriter()
        json.beginObject()
        json.key("empty")
        json.beginArray()
        json.endArray()
        json.key("a \"b\"\n")
        json.beginArray()
        json.integer(1)
        json.beginObject()
        json.endObject()
        json.string("\u{1}\u{1F}\\/é\u{7F}")
        json.null()
        json.endArray()
        json.key("last")
        json.boolean(true)
        json.endObject()
        let expected =
            #"{"empty":[],"a \"b\"\n":[1,{},"\u0001\u001f\\/é"# + "\u{7F}" + #"",null],"last":true}"#
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test(
        "Numbers round-trip bit for bit",
        arguments: [
            0.0, -0.0, 1, -1, 0.1, 1e21, 1e22, 1e300, .leastNonzeroMagnitude, 1.7976931348623157e308,
            123456.789,
            9007199254740991, 9007199254740992, 1 / 3,
        ] as [Double])
    func numbers(number: Double) throws {
        let text = JSONReading.written(number)
        #expect(try JSONReading.read(Double.self, text).bitPattern == number.bitPattern)
        let parsed = try JSONDecoder().decode(Double.self, from: Data(text.utf8))
        #expect(parsed == number)
    }

    @Test("Whole numbers are written as integers; NaN and infinities as null")
    func wholeNumbers() {
        #expect(JSONReading.written(3.0) == "3")
        #expect(JSONReading.written(-0.0) == "-0.0")
        #expect(JSONReading.written(2.5) == "2.5")
        #expect(JSONReading.written(Double.infinity) == "null")
        #expect(JSONReading.written(Double.nan) == "null")
        #expect(JSONReading.written(Int64.min) == "-9223372036854775808")
        #expect(JSONReading.written(Int64.max) == "9223372036854775807")
    }

    @Test("JSON values round-trip through Codable")
    func codable() throws {
        let seed = Seed.current
        var random = RandomJSON(seed: seed)
        for _ in 0..<200 {
            let value = JSONValue.array([random.value()])
            let data = try JSONEncoder().encode(value)
            #expect(try JSONReading.value(data).plain == value.plain, "seed \(seed)")
            #expect(try JSONDecoder().decode(JSONValue.self, from: data).plain == value.plain, "seed \(seed)")
        }
    }
}
