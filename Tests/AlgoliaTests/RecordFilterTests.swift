import Foundation
import QuireCore
import QuireRemote
import Seeds
import Testing

@testable import QuireAlgolia

/// Conditions as groups, of which each must have a test that holds.
@Suite struct RecordFilterTests {
    /// A test that holds if a digit is 1, and its complement.
    private static func test(_ digit: Int) -> RecordTest {
        RecordTest(
            field: "d\(digit)", facet: .init(attribute: "d\(digit)", key: "k"),
            comparisons: [.init(attribute: "d\(digit)", sign: .equal, number: "1")],
            opposite: [.init(attribute: "d\(digit)", sign: .equal, number: "0")])
    }

    private static func tree(_ levels: Int, _ random: inout SeededGenerator) -> RecordFilter {
        switch Int.random(in: 0..<(levels == 0 ? 1 : 5), using: &random) {
        case 0: return .test(test(Int.random(in: 0..<5, using: &random)))
        case 1: return .not(tree(levels - 1, &random))
        case let kind:
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(levels - 1, &random) }
            return kind % 2 == 0 ? .all(parts) : .any(parts)
        }
    }

    private static func holds(_ filter: RecordFilter, _ digits: Int) -> Bool {
        switch filter {
        case .everything: true
        case .nothing: false
        case .test(let test): holds(test, digits)
        case .not(let part): !holds(part, digits)
        case .all(let parts): parts.allSatisfy { holds($0, digits) }
        case .any(let parts): parts.contains { holds($0, digits) }
        }
    }

    private static func holds(_ test: RecordTest, _ digits: Int) -> Bool {
        let isOne = digits >> (Int(test.field.dropFirst()) ?? 0) & 1 == 1
        // Both forms of a condition have the same meaning.
        #expect((test.facet?.isNegated == true) == (test.comparisons.first?.number == "0"))
        return isOne != (test.facet?.isNegated ?? false)
    }

    @Test("The groups of a random condition hold exactly when it does, and repeat no test")
    func groups() throws {
        var random = SeededGenerator(seed: Seed.current)
        var compared = 0
        for round in 0..<2_000 {
            let filter = Self.tree(4, &random)
            guard let groups = try? filter.printable.groups() else { continue }
            compared += 1
            #expect(groups.allSatisfy { Set($0).count == $0.count }, "round \(round), seed \(Seed.current)")
            for digits in 0..<32 {
                let found = groups.allSatisfy { $0.contains { Self.holds($0, digits) } }
                #expect(found == Self.holds(filter, digits), "round \(round), seed \(Seed.current)")
            }
        }
        #expect(compared > 1_000)
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
            let text = String(String.UnicodeScalarView(scalars))
            let expected = text.addingPercentEncoding(withAllowedCharacters: unreserved)
            #expect(text.percentEncoded == expected, "\(text.debugDescription)")
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
