#if SQLite
import Foundation
import Quire

/// The module of the store's measurements: 20 fields, 5 indexes (slug, category, age, price, publishedAt).
enum Articles: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "articles",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true),
            FieldDescriptor(name: "slug", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "summary", kind: .text),
            FieldDescriptor(name: "body", kind: .longText),
            FieldDescriptor(name: "category", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "country", kind: .text),
            FieldDescriptor(name: "language", kind: .text),
            FieldDescriptor(name: "shade", kind: .text),
            FieldDescriptor(name: "website", kind: .text),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "views", kind: .integer),
            FieldDescriptor(name: "likes", kind: .integer),
            FieldDescriptor(name: "price", kind: .number, isSortable: true),
            FieldDescriptor(name: "rating", kind: .number),
            FieldDescriptor(name: "active", kind: .boolean),
            FieldDescriptor(name: "featured", kind: .boolean),
            FieldDescriptor(name: "released", kind: .date(.epochMilliseconds)),
            FieldDescriptor(name: "checked", kind: .dateTime(.epochMilliseconds)),
            FieldDescriptor(name: "source", kind: .text),
            FieldDescriptor(name: "keywords", kind: .list(.text)),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Articles.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String
        var slug: String
        var summary: String?
        var body: String?
        var category: String?
        var country: String?
        var language: String?
        var shade: String?
        var website: String?
        var age: Int?
        var views: Int?
        var likes: Int?
        var price: Double?
        var rating: Double?
        var active: Bool?
        var featured: Bool?
        var released: Date?
        var checked: Date?
        var source: String?
        var keywords: [String]

        static var table: FieldTable { Articles.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            slug = try reader.value(1)
            summary = try reader.value(2)
            body = try reader.value(3)
            category = try reader.value(4)
            country = try reader.value(5)
            language = try reader.value(6)
            shade = try reader.value(7)
            website = try reader.value(8)
            age = try reader.value(9)
            views = try reader.value(10)
            likes = try reader.value(11)
            price = try reader.value(12)
            rating = try reader.value(13)
            active = try reader.value(14)
            featured = try reader.value(15)
            released = try reader.value(16)
            checked = try reader.value(17)
            source = try reader.value(18)
            keywords = try reader.value(19)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, slug)
            writer.value(2, summary)
            writer.value(3, body)
            writer.value(4, category)
            writer.value(5, country)
            writer.value(6, language)
            writer.value(7, shade)
            writer.value(8, website)
            writer.value(9, age)
            writer.value(10, views)
            writer.value(11, likes)
            writer.value(12, price)
            writer.value(13, rating)
            writer.value(14, active)
            writer.value(15, featured)
            writer.value(16, released)
            writer.value(17, checked)
            writer.value(18, source)
            writer.value(19, keywords)
        }
    }
}

/// One article's values before they are encoded as JSON or bound to a statement.
struct ArticleSource {
    var id: String
    var texts: [String]
    var integers: [Int64]
    var numbers: [Double]
    var keywords: String
    var publishedAt: Int64

    /// The article of a number: deterministic, and distributed like real ones.
    init(_ number: Int) {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
        func random(_ bound: UInt64) -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return (state &* 0x2545_F491_4F6C_DD1D) >> 33 % bound
        }
        func words(_ count: Int) -> String {
            (0..<count).map { _ in Self.words[Int(random(UInt64(Self.words.count)))] }.joined(separator: " ")
        }
        let hexadecimal = String(random(1 << 31), radix: 16) + String(number, radix: 16)
        id = String(repeating: "0", count: max(0, 24 - hexadecimal.count)) + hexadecimal
        texts = [
            words(6), "article-\(random(1 << 30))-\(number)", words(14), words(60), "category-\(random(10))",
            ["NL", "DE", "FR", "ES"][Int(random(4))], ["eng", "dut", "ger"][Int(random(3))],
            "#" + String(random(1 << 24), radix: 16), "https://example.com/articles/\(number)", words(2),
        ]
        integers = [
            Int64(random(100)), Int64(random(1_000_000)), Int64(random(10_000)), Int64(random(2)),
            Int64(random(2)),
            Int64(1_000_000_000_000 + random(1 << 31) * 100),
            Int64(1_500_000_000_000 + random(1 << 31) * 100),
        ]
        numbers = [Double(random(100_000)) / 100, Double(random(50)) / 10]
        keywords = "[\"\(words(1))\",\"\(words(1))\",\"\(words(1))\"]"
        publishedAt = Int64(1_400_000_000_000 + random(1 << 31) * 200)
    }

    /// The article as an instance in HALO's form.
    var line: String {
        """
        {"id":"\(id)","name":"\(texts[1])","module":"570772df82b5872b00ebcbcf","customerId":1,"revision":0,\
        "createdAt":\(publishedAt - 1000),"updatedAt":\(publishedAt),"publishedAt":\(publishedAt),"archivedAt":null,\
        "createdBy":"Editor","values":{"title":"\(texts[0])","slug":"\(texts[1])","summary":"\(texts[2])",\
        "body":"\(texts[3])","category":"\(texts[4])","country":"\(texts[5])","language":"\(texts[6])",\
        "shade":"\(texts[7])","website":"\(texts[8])","age":\(integers[0]),"views":\(integers[1]),\
        "likes":\(integers[2]),"price":\(numbers[0]),"rating":\(numbers[1]),"active":\(integers[3] == 1),\
        "featured":\(integers[4] == 1),"released":\(integers[5]),"checked":\(integers[6]),\
        "source":"\(texts[9])","keywords":\(keywords)}}
        """
    }

    private static let words = [
        "road", "wine", "house", "river", "letter", "garden", "winter", "silver", "morning", "city", "bridge",
        "music",
        "paper", "island", "machine", "harbour", "forest", "kitchen", "window", "history", "market", "summer",
    ]
}
#endif
