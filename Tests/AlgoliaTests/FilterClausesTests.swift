import Foundation
import QuireCore
import QuireRemote
import Seeds
import Testing

@testable import QuireAlgolia

/// An OR of ANDs is multiplied out in place. Here it is compared with lists of lists.
@Suite struct FilterClausesTests {
    @Test("The product of random groups has every pair once, in order, after what was there before")
    func product() throws {
        var random = SeededGenerator(seed: Seed.current)
        for round in 0..<2_000 {
            var clauses = FilterClauses()
            func groups(_ count: Int) -> [[Int]] {
                (0..<count).map { _ in
                    let tests = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        clauses.add(clauses.begin("field"))
                        return clauses.tests.count - 1
                    }
                    clauses.endGroup()
                    return tests
                }
            }
            let before = groups(Int.random(in: 0...2, using: &random))
            let left = groups(Int.random(in: 1...4, using: &random))
            let right = groups(Int.random(in: 1...4, using: &random))
            try clauses.combine(before.count, or: before.count + left.count)
            let product = left.flatMap { left in right.map { left + $0 } }
            let found = (0..<clauses.count).map { Array(clauses.group($0)) }
            #expect(found == before + product, "round \(round) with seed \(Seed.current)")
        }
    }

    @Test("Random texts are percent-encoded like Foundation does it with RFC 3986's unreserved characters")
    func percentEncoding() {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        var random = SeededGenerator(seed: Seed.current)
        for length in 0..<400 {
            let scalars = (0..<length).map { _ in
                Unicode.Scalar(UInt32.random(in: 0..<300, using: &random)) ?? "x"
            }
            var text = String(String.UnicodeScalarView(scalars))
            var bytes = Array("before".utf8)
            text.withUTF8 { bytes.append(percentEncoded: $0) }
            let expected = "before" + (text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
            #expect(String(decoding: bytes, as: UTF8.self) == expected, "\(text.debugDescription)")
        }
    }

    @Test("A field is found by its name, wherever the name lies in memory")
    func names() throws {
        let names = ["a", "age", "a name that is too long to be stored in place", "naïve"]
        let module = IndexedModule(
            ModuleDescriptor(name: "m", fields: names.map { FieldDescriptor(name: $0, kind: .integer) }))
        for name in names {
            #expect(module.value(name)?.descriptor.name == name)
            #expect(module.value(String(decoding: Array(name.utf8), as: UTF8.self))?.descriptor.name == name)
            #expect(module.value(name + "s") == nil)
        }
        #expect(module.value("nai\u{308}ve") == nil)
    }
}
