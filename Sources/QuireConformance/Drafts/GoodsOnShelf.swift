internal import QuireCore
import QuireText

extension Goods {
    /// Goods with some hostile names: quotes, colons, syntax of query languages, one character in two Unicode forms,
    /// texts longer than a key.
    package static func samples(_ count: Int, seed: UInt64) -> [Good] {
        var random = Draws(seed: seed)
        return (0..<count).map { number in
            var values = Values(name: random.some(1...3, of: words).joined(separator: " "))
            values.color = random.oneOrNone(of: colors)
            values.brand = random.oneOrNone(of: brands)
            values.category = random.oneOrNone(of: categories)
            values.shelves = random.some(0...3, of: categories)
            values.promotions = random.some(0...3, of: promotions)
            values.sizes = random.some(0...3, of: sizes)
            values.price = random.oneOrNone(of: prices)
            values.year = random.oneOrNone(of: years)
            values.inStock = random.oneOrNone(of: [true, false])
            let levels = values.category.map(levels) ?? []
            values.lvl0 = levels.first
            values.lvl1 = levels.count > 1 ? levels[1] : nil
            values.lvl2 = levels.count > 2 ? levels[2] : nil
            return Good(id: ContentID("good-\(number)"), values: values)
        }
    }

    package static let words = ["red", "reddish", "rope", "shirt", "shoe", "shovel", "hat"]
    package static let colors = [
        "blue", "Blue", "green", "caf\u{E9}", "cafe\u{301}", "a\"b'`:-c", "-red", "",
    ]
    package static let brands = [
        "Apple", "Acme & Sons", "C++", "C#", "C", "OR", String(repeating: "long ", count: 40),
    ]
    package static let promotions = ["coupon", "free return", "on sale", "*", "**", "[a,b]"]
    package static let sizes = ["S", "M", "L", "XL", "x l"]
    package static let prices = [0, 0.5, 4.75, 9.99, 10, 19.5, 20, 1e6]
    package static let years = [1989, 1990, 1999, 2000, 2024]
    package static let categories = [
        "Book", "Book > Romance", "Book > Science Fiction", "Clothing > Men > Hats", "Clothing > Men > Shirt",
        "Clothing > Women", "Clothing > Women > Shoes", "Clothing > Women > Bags", "Clothing >Odd",
        "Clothing > ",
        "Furniture", "book > Romance", "Book > caf\u{E9} > x", "Book > cafe\u{301} > x",
        "Garden > " + String(repeating: "deep ", count: 30) + " > Pots",
    ]

    /// A category path with its parents, split independently at each separator.
    package static func levels(of path: String) -> [String] { levelsByPath[ExactText(path)] ?? cut(path) }

    /// The samples' own paths, split once.
    private static let levelsByPath: [ExactText: [String]] = {
        var table: [ExactText: [String]] = [:]
        for path in categories { for level in cut(path) { table[ExactText(level)] = cut(level) } }
        return table
    }()

    private static func cut(_ path: String) -> [String] {
        var parts: [String] = []
        var rest = Array(path.utf8)[...]
        var start = 0
        let bytes = Array(path.utf8)
        while rest.count >= 3 {
            if Array(rest.prefix(3)) == [0x20, 0x3E, 0x20] {
                parts.append(String(decoding: bytes[..<start], as: UTF8.self))
            }
            rest = rest.dropFirst()
            start += 1
        }
        return parts + [path]
    }
}
