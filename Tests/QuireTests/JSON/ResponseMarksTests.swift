import DecodingSamples
import Foundation
import Quire
import Testing

/// Swift needs quadratic time to hash and to compare a text with many combining marks in a row, and a server may send
/// such a text.
@Suite("A response with too many combining marks in a row in a key or an id is a decoding error")
struct ResponseMarksTests {
    /// A letter with marks that are not in canonical order.
    private func letter(marks: Int) -> String { "a" + String(repeating: "\u{301}\u{323}", count: marks / 2) }

    private func error(
        _ page: String, keepsUnknownValues: Bool = true, _ mode: DecodingOptions.Mode = .strict
    ) -> ContentDecodingError? {
        var options = DecodingOptions()
        options.keepsUnknownValues = keepsUnknownValues
        options.mode = mode
        do throws(ContentDecodingError) {
            let decoder = ItemDecoder<Content<Gadgets>>.content()
            return try decoder.decodePage(Data(page.utf8), options: options).rejected.first
        } catch {
            return error
        }
    }

    private func gadget(_ values: String, id: String = "g") -> String {
        #"[{"id":"\#(id)","values":{"title":"t",\#(values)}}]"#
    }

    @Test(
        "The error names the place and the limit, in the characters themselves and in escapes",
        arguments: [
            (#""label":{"_":"x"}"#, "[0].values.label", "a key"),
            (#""more":{"x":{"_":1}}"#, "[0].values.more.x", "a key"),
            (#""_":1"#, "[0].values", "a key"),
            (#""extra":[{"_":1}]"#, "[0].values.extra[0]", "a key"),
            (#""kind":"_""#, "[0].values.kind", "a text"),
            (#""grade":"_""#, "[0].values.grade", "a text"),
            (#""maker":"_""#, "[0].values.maker", "a text"),
            (#""maker":{"id":"_"}"#, "[0].values.maker.id", "a text"),
            (#""helpers":["m","_"]"#, "[0].values.helpers[1]", "a text"),
        ])
    func place(_ values: String, _ path: String, _ subject: String) {
        let escaped = "a" + String(repeating: #"\u0301\u0323"#, count: 100)
        for letter in [letter(marks: 130), letter(marks: 40_000), escaped] {
            for mode in [DecodingOptions.Mode.strict, .lenient] {
                let error = error(gadget(values.replacing("_", with: letter)), mode)
                #expect(error?.path == path)
                #expect(error?.expected == "\(subject) with at most 128 combining marks in a row")
                #expect(error?.id == "g")
            }
        }
    }

    private func error(_ page: String, _ mode: DecodingOptions.Mode) -> ContentDecodingError? {
        error(page, keepsUnknownValues: true, mode)
    }

    @Test("Ids and metadata are checked")
    func envelope() {
        let letter = letter(marks: 130)
        #expect(error(gadget(#""count":1"#, id: letter))?.path == "[0].id")
        #expect(error(#"[{"id":"g","module":"\#(letter)","values":{"title":"t"}}]"#)?.path == "[0].module")
        #expect(error(#"{"items":[],"\#(letter)":1}"#)?.expected.hasPrefix("a key") == true)
    }

    @Test("Runs up to the limit, long ASCII keys, and texts of any kind are read")
    func accepted() {
        let key = String(repeating: letter(marks: 128), count: 40)
        #expect(error(gadget(#""label":{"\#(key)":"x"},"\#(key)":1,"maker":"\#(key)""#)) == nil)
        let plain = String(repeating: "key", count: 10_000)
        #expect(error(gadget(#""label":{"\#(plain)":"x"},"\#(plain)":1"#)) == nil)
        #expect(error(gadget(#""größe":"\#(letter(marks: 1_000))""#)) == nil)
    }
}
