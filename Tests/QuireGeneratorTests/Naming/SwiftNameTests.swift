import QuireGenerator
import Testing

@Suite("Swift names")
struct SwiftNameTests {
    @Test(
        "A wire name becomes an idiomatic Swift name",
        arguments: [
            // wire name, property, type
            ("title", "title", "Title"),
            ("originalTitle", "originalTitle", "OriginalTitle"),
            ("original_title", "originalTitle", "OriginalTitle"),
            ("original-title", "originalTitle", "OriginalTitle"),
            ("Original Title", "originalTitle", "OriginalTitle"),
            ("  spaced   out ", "spacedOut", "SpacedOut"),
            ("PUBLISHED_AT", "publishedAt", "PublishedAt"),
            ("__typename", "typename", "Typename"),
            ("children's books", "childrensBooks", "ChildrensBooks"),
            // acronyms
            ("url", "url", "URL"),
            ("image_url", "imageURL", "ImageURL"),
            ("imageUrl", "imageUrl", "ImageUrl"),
            ("IMAGE_URL", "imageURL", "ImageURL"),
            ("ISBN", "isbn", "ISBN"),
            ("HTTPServer", "httpServer", "HTTPServer"),
            ("authorURL", "authorURL", "AuthorURL"),
            ("author_ids", "authorIDs", "AuthorIDs"),
            ("customerId", "customerId", "CustomerId"),
            ("iPhone", "iPhone", "IPhone"),
            ("US English", "usEnglish", "USEnglish"),
            ("en-GB", "enGB", "EnGB"),
            // digits
            ("2nd hand", "_2ndHand", "_2ndHand"),
            ("18", "_18", "_18"),
            ("3.5", "_3_5", "_3_5"),
            ("35", "_35", "_35"),
            ("area51Name", "area51Name", "Area51Name"),
            ("-1", "minus1", "Minus1"),
            // symbols
            ("C", "c", "C"),
            ("C++", "cPlusPlus", "CPlusPlus"),
            ("C#", "cSharp", "CSharp"),
            ("#1", "number1", "Number1"),
            ("arts & crafts", "artsAndCrafts", "ArtsAndCrafts"),
            ("100%", "_100Percent", "_100Percent"),
            (">=18", "greaterEqual18", "GreaterEqual18"),
            // only punctuation
            ("", "empty", "Empty"),
            (" ", "space", "Space"),
            ("-", "minus", "Minus"),
            ("...", "dotDotDot", "DotDotDot"),
            ("…", "horizontalEllipsis", "HorizontalEllipsis"),
            ("£", "pound", "Pound"),
            ("££", "poundPound", "PoundPound"),
            ("€", "euro", "Euro"),
            ("$", "dollar", "Dollar"),
            ("₹", "indianRupee", "IndianRupee"),
            ("±", "plusMinus", "PlusMinus"),
            ("→", "rightwardsArrow", "RightwardsArrow"),
            ("10 €", "_10Euro", "_10Euro"),
            ("10 £", "_10Pound", "_10Pound"),
            ("\u{F8FF}", "uF8FF", "UF8FF"),
            ("*/", "starSlash", "StarSlash"),
            // other scripts
            ("título", "título", "Título"),
            ("ärger", "ärger", "Ärger"),
            ("日本語", "日本語", "日本語"),
            ("имя автора", "имяАвтора", "ИмяАвтора"),
            ("عنوان", "عنوان", "عنوان"),
            ("हिन्दी", "हिन्दी", "हिन्दी"),
            ("🎉 party", "🎉Party", "🎉Party"),
            ("❤", "heavyBlackHeart", "HeavyBlackHeart"),
            // invisible characters are dropped
            ("a\u{202E}b", "ab", "Ab"),
            ("zero\u{200B}width", "zerowidth", "Zerowidth"),
            ("\u{200D}", "zeroWidthJoiner", "ZeroWidthJoiner"),
            ("\u{0301}accent", "accent", "Accent"),
            ("a\nb", "aB", "AB"),
        ])
    func names(wire: String, property: String, type: String) {
        #expect(SwiftName.lowerCamel(wire) == property)
        #expect(SwiftName.upperCamel(wire) == type)
    }

    @Test("A keyword keeps its name in backticks")
    func keywords() throws {
        let text = try generated(
            module(fields: #"{"name": "default", "type": "text"}, {"name": "in", "type": "text"}"#)
        ).text
        #expect(text.contains("var `default`: String?"))
        #expect(text.contains("self.`in` = `in`"))
        #expect(text.contains("init(default: String? = nil, in: String? = nil)"))
    }

    @Test("Only invalid names are renamed")
    func impossible() throws {
        let text = try generated(
            module(
                fields: #"""
                    {"name": "self", "type": "text"}, {"name": "init", "type": "text"},
                    {"name": "hashValue", "type": "text"},
                    {"name": "type", "type": "choice", "values": ["none", "self", "a"]}
                    """#)
        ).text
        for name in ["selfField", "initField", "hashValueField", "type"] {
            #expect(text.contains("var \(name): "))
        }
        #expect(text.contains(#"static var noneValue: Self { Self(rawValue: "none") }"#))
        #expect(text.contains("struct TypeChoice: OpenChoice"))
    }

    @Test("An explicit swiftName is used unchanged")
    func override() throws {
        let text = try generated(
            schema(
                #"""
                {"name": "blog posts", "swiftName": "Articles", "item": "Article", "fields": [
                  {"name": "Image Url", "swiftName": "picture", "type": "url"},
                  {"name": "kind", "type": "choice", "values": [{"name": "long-read", "swiftName": "essay"}]}]}
                """#)
        ).text
        #expect(text.contains("enum Articles: ContentModule"))
        #expect(text.contains("typealias Article = Content<Articles>"))
        #expect(text.contains(#"var picture: Field<Self, ContentURL?, URLOperators> { .init("Image Url") }"#))
        #expect(text.contains(#"static var essay: Self { Self(rawValue: "long-read") }"#))
    }
}
