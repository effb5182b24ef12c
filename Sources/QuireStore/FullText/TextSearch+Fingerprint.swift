#if SQLite
import Quire

extension TextSearch {
    /// Tells one text query from another, in sixteen digits; the same in every run of a program.
    var fingerprint: String {
        var hash = StableHash()
        query.feed(&hash)
        for field in fields ?? [] { hash.add("field", field) }
        hash.add(fields == nil ? "all" : "some", "\(toleratesTypos) \(findsAllWhenEmpty)")
        return String(hash.value, radix: 16)
    }
}

extension TextQuery {
    fileprivate func feed(_ hash: inout StableHash) {
        switch self {
        case .all(let text, let matching): hash.add("all " + matching.rawValue, text)
        case .any(let text, let matching): hash.add("any " + matching.rawValue, text)
        case .none(let text, let matching): hash.add("none " + matching.rawValue, text)
        case .phrase(let text, let matching): hash.add("phrase " + matching.rawValue, text)
        case .and(let parts), .or(let parts):
            if case .and = self { hash.add("and", "") } else { hash.add("or", "") }
            for part in parts { part.feed(&hash) }
            hash.add("end", "")
        case .not(let part):
            hash.add("not", "")
            part.feed(&hash)
        }
    }
}

/// FNV-1a over texts.
struct StableHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ name: String, _ text: String) {
        for byte in name.utf8 { add(byte) }
        add(0xFE)
        for byte in text.utf8 { add(byte) }
        // No byte of UTF-8: texts cannot run into one another.
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
#endif
