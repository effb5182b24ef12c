import Foundation
import Quire
import QuireRemote
import Testing
import TransportDoubles

@testable import QuireTypesense

/// The basis of exactness: sort values and keys that agree with the evaluator, for values of every type.
@Suite struct PartsTests {
    @Test(
        "A text's integer is never less than that of a smaller text, and an exact one is unique")
    func textOrder() {
        var random = SeededGenerator(seed: 7)
        let texts = Self.texts(3_000, &random)
        let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (left, right) in zip(sorted, sorted.dropFirst()) where !left.utf8.elementsEqual(right.utf8) {
            let (first, second) = (TextOrderKey(left), TextOrderKey(right))
            #expect(first.value <= second.value, "\(left.debugDescription) \(right.debugDescription)")
            if first.isExact || second.isExact { #expect(first.value < second.value) }
            #expect(
                !Self.isLess(IDOrderKey(right), IDOrderKey(left)),
                "\(left.debugDescription) \(right.debugDescription)")
        }
        #expect(TextOrderKey("57ea6aa43d").isExact)
        #expect(!TextOrderKey(String(repeating: "long ", count: 9)).isExact)
    }

    @Test("Two integers distinguish ids of 24 hexadecimal digits completely, in order")
    func idOrder() {
        var random = SeededGenerator(seed: 6)
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
        }
        // Random ones, with a common prefix, consecutive, and at the limits.
        let beginning = digits(20)
        var ids = (0..<500).map { _ in digits(24) } + (0..<500).map { _ in beginning + digits(4) }
        ids += (0..<300).map { number in
            "b" + String(repeating: "0", count: 23 - "\(number)".count) + "\(number)"
        }
        ids += [String(repeating: "0", count: 24), String(repeating: "f", count: 24)]
        let sorted = Set(ids).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(Self.isLess(IDOrderKey(left), IDOrderKey(right)), "\(left) \(right)")
        }
        #expect(Self.isLess(IDOrderKey(""), IDOrderKey("\u{0}")))
        #expect(!Self.isLess(IDOrderKey("\u{0}"), IDOrderKey("")))
    }

    private static func isLess(_ left: IDOrderKey, _ right: IDOrderKey) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }

    @Test("The integer range of a prefix contains exactly the texts with that prefix")
    func textPrefixes() {
        var random = SeededGenerator(seed: 8)
        let texts = Self.texts(800, &random)
        var held = 0
        for prefix in texts.map({ String($0.prefix(3)) }) + ["", "a", "\u{0}", "日", "👍"] {
            guard let range = TextOrderKey.range(ofPrefix: prefix) else { continue }
            held += 1
            for text in texts {
                let begins = text.utf8.starts(with: prefix.utf8)
                #expect(range.contains(TextOrderKey(text).value) == begins, "\(prefix) \(text)")
            }
        }
        #expect(held > 400)
        #expect(TextOrderKey.range(ofPrefix: "日本語日本語") == nil)
    }

    @Test("Plain keys contain only letters and digits, preserve prefixes, and can be decoded")
    func plainKeys() {
        var random = SeededGenerator(seed: 9)
        let texts = Self.texts(600, &random) + ["q", "qq", "q7", "Q", "`", "\u{0}", "a&&b"]
        for text in texts {
            let key = PlainKey.encoded(text)
            #expect(key.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
            #expect(PlainKey.decoded(key[...])?.utf8.elementsEqual(text.utf8) == true)
            for other in texts.prefix(60) {
                let begins = key.utf8.starts(with: PlainKey.encoded(other).utf8)
                #expect(begins == text.utf8.starts(with: other.utf8))
            }
        }
        #expect(PlainKey.encoded("say \"q\" 日") == "sayq20q22qqq22q20qe6q97qa5")
        for damaged in ["q", "q1", "qzz", "aqx0", "qff"] { #expect(PlainKey.decoded(damaged[...]) == nil) }
    }

    @Test("SHA-256 matches the standard's digests, and python3's")
    func digests() throws {
        #expect(
            SHA256.hexadecimal(of: "") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            SHA256.hexadecimal(of: "abc")
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let texts = (0...130).map {
            String(repeating: "é", count: $0 / 2) + String(repeating: "x", count: $0 % 2)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            "import hashlib\nfor n in range(131): print(hashlib.sha256(('é'*(n//2)+'x'*(n%2)).encode()).hexdigest())",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(texts.map { SHA256.hexadecimal(of: $0) } == lines.split(separator: "\n").map(String.init))
    }

    @Test("The range of a comparison contains exactly the numbers that the evaluator accepts")
    func numberRanges() {
        let integers: [Int64] = [
            .min, .min + 1, -(1 << 53) - 1, -(1 << 53), -2, -1, 0, 1, 2, 5, 1 << 53, (1 << 53) + 1, .max - 1,
            .max,
        ]
        let doubles: [Double] = [
            -1e308, -0x1p63, -0x1p53, -1.5, -0.5, -0.0, 0, .leastNonzeroMagnitude, 0.1, 0.3,
            0.30000000000000004, 1.5, 0x1p53,
            0x1p53 + 2, 0x1p63, 1e308,
        ]
        let operands = integers.map(EvaluatedValue.integer) + doubles.map(EvaluatedValue.number)
        let orderings: [Standings] = [[.greater], [.greater, .equal], [.less], [.less, .equal]]
        for operand in operands {
            for ordering in orderings {
                let test = EvaluatedTest.isOrdered(ordering, operand)
                for value in integers {
                    let expected = EvaluatedValue.integer(value).standing(to: operand).map(ordering.accepts)
                    let found = NumberRange.integers(test)?.contains(value) ?? false
                    #expect(found == expected, "\(value) \(ordering) \(operand)")
                }
                for value in doubles {
                    let expected = EvaluatedValue.number(value).standing(to: operand).map(ordering.accepts)
                    let found = NumberRange.doubles(test)?.contains(value) ?? false
                    #expect(found == expected, "\(value) \(ordering) \(operand)")
                }
            }
        }
        #expect(NumberRange.integers(.isBetween(.number(0.5), .number(0.7))) == nil)
        #expect(NumberRange.integers(.isBetween(.number(0.5), .number(2.5))) == 1...2)
    }

    @Test("The integers of numbers preserve their order")
    func numberOrder() {
        let doubles: [Double] = [
            -.infinity, -1e308, -1, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.3,
            0.30000000000000004, 1, 1e308, .infinity,
        ]
        let keys = doubles.map(OrderKey.integer)
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == doubles.count)
        #expect(OrderKey.integer(of: -0.0) == OrderKey.integer(of: 0))
        #expect(keys.map(OrderKey.number) == doubles)
        #expect(OrderKey.hexadecimal(of: .min) == "0000000000000000")
        #expect(OrderKey.hexadecimal(of: -1) == "7fffffffffffffff")
        #expect(OrderKey.hexadecimal(of: .max) == "ffffffffffffffff")
    }

    @Test("A document has the item's values under their own names, and everything else is derived")
    func plainDocuments() throws {
        let module = ModuleDescriptor(
            name: "m",
            fields: [
                FieldDescriptor(name: "caf\u{E9}", kind: .text),
                FieldDescriptor(name: "cafe\u{301}", kind: .integer),
                FieldDescriptor(name: "n", kind: .number), FieldDescriptor(name: "q_odd:", kind: .text),
                FieldDescriptor(name: "place", kind: .geopoint),
            ])
        let layout = CollectionLayout(module, TypesenseSettings())
        for text in [
            #"{"id":"a/b,`","name":"a\u0000b","strange":[1,{"x":9223372036854775807}],"values":{"n":-0.0,"caf\u00e9":"x","cafe\u0301":9007199254740993,"other":{"k":null}}}"#,
            #"{"id":"2","values":{}}"#, #"{"id":"4","createdAt":5,"values":{"n":"7","caf\u00e9":null}}"#,
            #"{"id":"5","values":{"q_odd:":"hidden","place":{"latitude":1.5,"longitude":2}}}"#,
        ] {
            let original = try instance(text)
            let document = try JSONValue(
                parsing: Data(DocumentWriter(layout: layout).document(of: original)))
            let read = try #require(layout.document.instance(of: document))
            let metadata = [read, original].map { Set($0.removing("values").members ?? []) }
            #expect(metadata[0] == metadata[1])
            for member in original.member("values")?.members ?? [] {
                #expect(read.member("values")?.member(member.name) == member.value, "\(member.name)")
                // The server loses members that are null when a document is written once more.
                let isPlain = !member.name.hasPrefix("q_") && !"\(member.value)".contains("null")
                #expect(document.member(member.name) == (isPlain ? member.value : nil))
            }
            #expect(document.member("id") == original.member("id"))
            let known = (original.member("values")?.members ?? []).map(\.name)
            for member in document.members ?? [] where !member.name.hasPrefix("q_") {
                #expect(
                    known.contains(member.name) || ["id", "name", "createdAt"].contains(member.name),
                    "\(member.name)")
            }
        }
    }

    private static func texts(_ count: Int, _ random: inout SeededGenerator) -> [String] {
        let pieces = [
            "a", "b", "alpha", "0", "57ea", " ", "-", "A", "Z", "é", "e\u{301}", "日本", "👍🏽", "\u{0}", "q", "~",
            "_", "z",
        ]
        return (0..<count).map { _ in
            (0..<Int.random(in: 0...9, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
        }
    }
}
