import Foundation
import Quire

/// A page in HALO's form: 1,000 instances of about 1,570 bytes with 20 fields each, and the models that read it.
enum PageFixture {
    /// The page's bytes, the same in every run.
    static func page(items: Int = 1000) -> Data {
        let instances = (0..<items).map(instance).joined(separator: ",")
        let pagination =
            #""pagination":{"page":1,"limit":\#(items),"offset":0,"totalItems":\#(items),"totalPages":1}"#
        return Data("{\(pagination),\"items\":[\(instances)]}".utf8)
    }

    /// One item's JSON.
    static func instance(_ number: Int) -> String {
        let day = 1_474_980_516_487 + number * 86_400_123
        let id = String(format: "57ea6aa40cf4ec%010x", number)
        let summary = """
            A book about number \(number): \\"how it was found\\", who looked for it,\\nand why the response stayed in a \
            drawer for \(number % 90 + 10) years. Readers of the first edition asked for an index; the second one has it. \
            \(number % 3 == 0 ? "Prix de l’Académie, édition reliée." : "With notes and an afterword by the editor.") \
            What the papers wrote: it starts slowly, it keeps its promises, and nobody who likes archives will put it down \
            before the last drawer is open. The maps are new, the letters are printed here for the first time, and the \
            list of sources fills forty pages. (\(number) copies)
            """
        let values = """
            {"title":"The history of number \(number)","subtitle":\(number % 4 == 0 ? "null" : "\"As told by itself\""),\
            "slug":"the-history-of-number-\(number)","summary":"\(summary)","publisher":"Harbour & Sons",\
            "category":"\(["history", "science", "novel"][number % 3])","language":"\(["eng", "fre", "ger"][number % 3])",\
            "age":\(number % 18),"pages":\(100 + number % 900),"stock":\(number * 7 % 1000),\
            "price":\(4 + number % 50).\(10 + number % 90),"rating":\(Double(number % 50) / 10),\
            "available":\(number % 5 != 0),"featured":\(number % 7 == 0),"released":\(day),\
            "expires":\(number % 2 == 0 ? "null" : "\(day + 9_000_000)"),\
            "cover":"https://media.example.com/covers/\(id)/front-large.jpg",\
            "tags":["paper","number-\(number % 10)","second edition"],"editions":[1,\(number % 9 + 2),\(number % 90 + 11)],\
            "size":{"width":\(Double(number % 30) + 10.5),"height":\(Double(number % 40) + 15.25),"unit":"cm"}}
            """
        return """
            {"id":"\(id)","name":"history \(number)","module":"570772df82b5872b00ebcbcf","customerId":1,\
            "revision":\(number % 5),"externalId":null,"values":\(values),\
            "tags":[{"id":"000000000000000000000100","name":"market","value":"NL","tagType":"000000000000000000000003"},\
            {"name":"brand","value":"Harbour","tagType":"000000000000000000000002"}],"pushSchedule":null,\
            "createdAt":\(day),"updatedAt":\(day + 60_000),"publishedAt":\(day + 120_000),"archivedAt":null,\
            "removedAt":null,"deletedAt":null,"createdBy":"Ann Editor","updatedBy":"Bob Corrector","deletedBy":null}
            """
    }
}

/// The code that the generator creates for such a module, written by hand.
enum BenchmarkBooks: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "books", "fields": [
          {"name": "title", "type": "text", "required": true},
          {"name": "subtitle", "type": "text"},
          {"name": "slug", "type": "text", "required": true},
          {"name": "summary", "type": "longText"},
          {"name": "publisher", "type": "text", "required": true},
          {"name": "category", "type": "choice", "required": true},
          {"name": "language", "type": "choice"},
          {"name": "age", "type": "integer", "required": true},
          {"name": "pages", "type": "integer", "required": true},
          {"name": "stock", "type": "integer"},
          {"name": "price", "type": "number", "required": true},
          {"name": "rating", "type": "number"},
          {"name": "available", "type": "boolean", "required": true},
          {"name": "featured", "type": "boolean"},
          {"name": "released", "type": "date", "required": true},
          {"name": "expires", "type": "dateTime"},
          {"name": "cover", "type": "image"},
          {"name": "tags", "type": "list", "of": {"type": "text"}},
          {"name": "editions", "type": "list", "of": {"type": "integer"}},
          {"name": "size", "type": "object", "fields": [
            {"name": "width", "type": "number", "required": true},
            {"name": "height", "type": "number", "required": true},
            {"name": "unit", "type": "text"}]}]}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { BenchmarkBooks.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String
        var subtitle: String?
        var slug: String
        var summary: String?
        var publisher: String
        var category: Category
        var language: Language?
        var age: Int
        var pages: Int
        var stock: Int?
        var price: Double
        var rating: Double?
        var available: Bool
        var featured: Bool?
        var released: Date
        var expires: Date?
        var cover: ContentURL?
        var tags: [String]
        var editions: [Int]
        var size: Size?

        static var table: FieldTable { BenchmarkBooks.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            subtitle = try reader.value(1)
            slug = try reader.value(2)
            summary = try reader.value(3)
            publisher = try reader.value(4)
            category = try reader.value(5)
            language = try reader.value(6)
            age = try reader.value(7)
            pages = try reader.value(8)
            stock = try reader.value(9)
            price = try reader.value(10)
            rating = try reader.value(11)
            available = try reader.value(12)
            featured = try reader.value(13)
            released = try reader.value(14)
            expires = try reader.value(15)
            cover = try reader.value(16)
            tags = try reader.value(17)
            editions = try reader.value(18)
            size = try reader.value(19)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, subtitle)
            writer.value(2, slug)
            writer.value(3, summary)
            writer.value(4, publisher)
            writer.value(5, category)
            writer.value(6, language)
            writer.value(7, age)
            writer.value(8, pages)
            writer.value(9, stock)
            writer.value(10, price)
            writer.value(11, rating)
            writer.value(12, available)
            writer.value(13, featured)
            writer.value(14, released)
            writer.value(15, expires)
            writer.value(16, cover)
            writer.value(17, tags)
            writer.value(18, editions)
            writer.value(19, size)
        }
    }

    struct Category: OpenChoice {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static let history = Self(rawValue: "history")
        static let science = Self(rawValue: "science")
        static let novel = Self(rawValue: "novel")
        static let allKnown: [Self] = [history, science, novel]
    }

    struct Language: OpenChoice {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static let english = Self(rawValue: "eng")
        static let french = Self(rawValue: "fre")
        static let german = Self(rawValue: "ger")
        static let allKnown: [Self] = [english, french, german]
    }

    struct Size: ContentValues {
        var width: Double
        var height: Double
        var unit: String?

        static let table = BenchmarkBooks.descriptor.fields.object(19)

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            width = try reader.value(0)
            height = try reader.value(1)
            unit = try reader.value(2)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, width)
            writer.value(1, height)
            writer.value(2, unit)
        }
    }
}
