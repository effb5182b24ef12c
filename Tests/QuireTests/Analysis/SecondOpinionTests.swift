import Foundation
import Quire
import Testing

/// Compares with python3's own Unicode tables, for the rules that they can express.
@Suite("Folding agrees with python3")
struct SecondOpinionTests {
    @Test("Every Latin, Greek and Cyrillic character folds the same, and the same characters belong to words")
    func folding() throws {
        let lines = try Self.python(
            #"""
            import sys, unicodedata as u
            own = {"ł":"l","ø":"o","đ":"d","ħ":"h","ŧ":"t","æ":"ae","œ":"oe","þ":"th","ð":"d","ǥ":"g"}
            keep = set("йўѓќї")
            def fold(c):
                out = []
                for d in u.normalize("NFKD", c):
                    if u.category(d) == "Mn": continue
                    for l in d.upper().lower():
                        out += u.normalize("NFKD", l.upper().lower())
                s = "".join(x for x in out if u.category(x) != "Mn")
                return "".join(own.get(x, x) for x in s).replace("ς", "σ")
            blocks = [(0x41,0x180),(0x1CD,0x1F5),(0x1F8,0x21C),(0x21E,0x220),(0x226,0x234),(0x386,0x3CF),(0x1E00,0x1F00),(0x1F00,0x2000),(0x410,0x460)]
            for a, b in blocks:
                for n in range(a, b):
                    c = chr(n)
                    if not u.category(c).startswith("L"): continue
                    nf = u.normalize("NFC", c.lower())
                    w = nf if nf in keep else fold(c)
                    if not all(u.category(x)[0] in "LMN" for x in w) or "\u02be" in w or "\u02bc" in w: continue
                    print("F", n, w.encode().hex())
            for n in list(range(0x20, 0x2FF)) + list(range(0x370, 0x3000)) + list(range(0xA000, 0xABFF)) + list(range(0x10000, 0x11000)):
                k = u.category(chr(n))
                if k in ("Cn", "Cf", "Cs") or 0x2BB <= n <= 0x2BF or n in (0x640, 0x115F, 0x1160, 0x17B4, 0x17B5): continue
                if k[0] == "M" or 0x180B <= n <= 0x180F: continue
                print("C", n, "word" if k[0] in "LN" or k == "Co" else "no")
            """#)
        #expect(lines.count > 5_000)
        let analyzer = TextAnalyzer()
        for line in lines {
            let parts = line.split(separator: " ")
            let scalar = try #require(UInt32(parts[1]).flatMap(Unicode.Scalar.init))
            let words = analyzer.words(in: String(scalar))
            if parts[0] == "F" {
                let hex = words.first.map { $0.utf8.map { String(format: "%02x", $0) }.joined() }
                #expect(
                    words.count == 1 && hex == String(parts[2]),
                    "U+\(String(scalar.value, radix: 16)) \(words)")
            } else {
                #expect(words.isEmpty == (parts[2] == "no"), "U+\(String(scalar.value, radix: 16)) \(words)")
            }
        }
    }

    @Test("HTML tags are removed and every entity is decoded")
    func html() throws {
        let lines = try Self.python(
            #"""
            import html.entities as h
            for name, code in sorted(h.name2codepoint.items()): print(name, code)
            """#)
        #expect(lines.count == 252)
        for line in lines {
            let parts = line.split(separator: " ")
            let scalar = try #require(UInt32(parts[1]).flatMap(Unicode.Scalar.init))
            #expect(HTMLText.plain("x&\(parts[0]);y") == "x\(scalar)y")
        }
    }

    private static func python(_ script: String) throws -> [String] {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quire-words-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        #expect(process.terminationStatus == 0)
        return String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }
}
