#if SQLite
/// Gives tables and columns names that SQLite distinguishes: it ignores case.
///
/// A wire name can be any text. Only its plain characters go into the name, to help people who open the file.
struct NamePlanner {
    private var taken: Set<String> = []

    init(taken: some Sequence<String> = []) {
        for name in taken { self.taken.insert(name.lowercased()) }
    }

    mutating func take(_ name: String) { taken.insert(name.lowercased()) }

    /// A unique name: the prefix and the plain characters of the wire name.
    mutating func name(_ prefix: String, _ wireName: String) -> String {
        let plain = prefix + Self.plain(wireName)
        var candidate = plain
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(plain)_\(number)"
            number += 1
        }
        return candidate
    }

    private static func plain(_ wireName: String) -> String {
        var plain = ""
        for scalar in wireName.unicodeScalars {
            guard plain.utf8.count < 40 else { break }
            switch scalar {
            case "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
            case "A"..."Z": plain += String(scalar).lowercased()
            default: if !plain.hasSuffix("_") { plain += "_" }
            }
        }
        return plain
    }
}
#endif
