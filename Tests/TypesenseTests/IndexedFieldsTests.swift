import Quire
import QuireRemote
import Seeds
import Testing

/// Fields are found by their exact names.
@Suite struct IndexedFieldsTests {
    @Test("Each field is found by its own name, byte for byte, and no other name finds one")
    func names() {
        var random = SeededGenerator(seed: Seed.current &+ 34)
        var names: [String] = [
            "", "a", "\u{E9}", "e\u{301}", "caf\u{E9}", "cafe\u{301}", "title", "titles", "Title",
        ]
        for _ in 0..<400 {
            let length = Int.random(in: 1...20, using: &random)
            names.append(String((0..<length).map { _ in "abA_\u{E9}".randomElement(using: &random) ?? "a" }))
        }
        let module = ModuleDescriptor(
            name: "many", fields: names.prefix(200).map { FieldDescriptor(name: $0, kind: .text) })
        let indexed = IndexedModule(module)
        for name in names {
            let expected = indexed.values.first { Array($0.descriptor.name.utf8) == Array(name.utf8) }
            #expect(indexed.value(name) === expected)
            #expect(indexed.testedValues[name] === expected)
        }
        #expect(indexed.value("\u{E9}")?.ordinal == 2 && indexed.value("e\u{301}")?.ordinal == 3)
        #expect(indexed.metadata("createdAt")?.isMetadata == true && indexed.metadata("title") == nil)
    }
}
