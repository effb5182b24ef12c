import QuireCore

/// Values that engines often handle incorrectly, as JSON, by kind; `nil` is a missing key.
///
/// Each list also contains values of the wrong type, which count as missing.
enum HardValues {
    static let texts: [HardValue] = [
        nil, "null", #""""#, #""Alpha""#, #""alpha""#, #""ALPHA""#, #""alphabet""#, #""-alpha""#,
        #"" Alpha""#,
        #""Alpha ""#, #""Alpha Beta""#, #""\tAlpha\r\n""#, #""caf\u00e9""#, #""cafe\u0301""#, #""CAF\u00c9""#,
        #""cafe""#, #""straße""#, #""STRASSE""#, #""İstanbul""#, #""istanbul""#, #""ΣΊΣΥΦΟΣ""#, #""σίσυφος""#,
        #""日本語""#, #""日本""#, #""👍🏽""#, #""👍""#, #""👨‍👩‍👧""#, #""\uff5e""#, #""\ufffd""#, #""it's""#,
        #""say \"hi\"""#, #""`tick`""#, #""back\\slash""#, #""100%""#, #""100_""#, #""a_c""#, #""abc""#,
        #""%""#,
        #""a && b || (c)""#, #""x' OR '1'='1""#, #""nul\u0000byte""#, #""nul""#, #""\u0000""#,
        "\"\(String(repeating: "long ", count: 600))Tail\"", #""10""#, #""9""#, #""true""#, #""null""#,
        .wrong("5"), .wrong("true"), .wrong(#"["Alpha"]"#), .wrong(#"{"a":"Alpha"}"#),
    ]

    static let integers: [HardValue] = [
        nil, "null", "0", "-1", "1", "5", "18", "5.0", "1e2", "9007199254740991", "9007199254740992",
        "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "9223372036854775806", .wrong("1.5"), .wrong(#""5""#), .wrong("true"), .wrong("9223372036854775808"),
        .wrong("[]"), .wrong("[5]"),
    ]

    static let numbers: [HardValue] = [
        nil, "null", "0", "-0.0", "0.1", "0.3", "0.30000000000000004", "1", "1.5", "-1.5", "9007199254740992",
        "9007199254740993", "9007199254740994", "1e308", "-1e308", "5e-324", "9223372036854775807",
        .wrong(#""0.1""#),
        .wrong("false"), .wrong("[0.1]"),
    ]

    static let booleans: [HardValue] = [
        nil, "null", "true", "false", .wrong("1"), .wrong("0"), .wrong(#""true""#), .wrong("[true]"),
    ]

    static let days: [HardValue] = [
        nil, "null", #""1969-12-31""#, #""1970-01-01""#, #""2000-02-29""#, #""2024-02-29""#, #""0001-01-01""#,
        #""9999-12-31""#, #""1900-03-01""#, .wrong(#""2023-02-29""#), .wrong(#""yesterday""#), .wrong(#""""#),
        .wrong("true"),
    ]

    static let milliseconds: [HardValue] = [
        nil, "null", "0", "-1", "1", "-86400001", "1419769800000", "1419769800001", "253402300799999",
        "-62135596800000", "1.5e3", "1500.7", "-1.5", .wrong(#""yesterday""#), .wrong("true"),
    ]

    static let seconds: [HardValue] = [
        nil, "null", "0", "-1", "1419769800", "1419769800.5", "-0.5", "253402300799", "1419769800.0006",
        .wrong(#""soon""#),
        .wrong("false"),
    ]

    static let moments: [HardValue] = [
        nil, "null", #""1969-12-31T23:59:59.999Z""#, #""1970-01-01T00:00:00Z""#,
        #""2014-12-28T13:30:00+01:00""#,
        #""2014-12-28T12:30:00Z""#, #""2014-12-28T12:30:00.001Z""#, #""2014-12-28T07:30:00.1239-05:00""#,
        #""2024-02-29T23:59:59Z""#, .wrong(#""2023-02-29T00:00:00Z""#), .wrong(#""2014-12-28T24:30:00Z""#),
        .wrong(#""soon""#),
        .wrong("true"),
    ]

    static let links: [HardValue] = [
        nil, "null", #""https://example.org/a?b=1&c=%20""#, #""HTTPS://EXAMPLE.ORG/a""#, #""""#,
        ##""#987654""##,
        #""example""#, .wrong("7"),
    ]

    static let places: [HardValue] = [
        nil, "null", #"{"lat":52.37,"lng":4.89}"#, #"{"lat":52.09,"lon":5.12}"#, "[4.9,52.37,11]", "[0,0]",
        #"{"latitude":-16.8,"longitude":179.9}"#, .wrong("[4.9]"), .wrong("[95,100]"),
        .wrong(#"["4.9","52.3"]"#),
        #"{"latitude":-16.8,"longitude":-179.9}"#, #"{"latitude":0,"longitude":180}"#,
        #"{"latitude":90,"longitude":0}"#, #"{"latitude":-90,"longitude":12}"#,
        .wrong(#"{"latitude":91,"longitude":0}"#), .wrong(#"{"latitude":5}"#), .wrong(#""52,4""#),
    ]

    static let anything: [HardValue] = [nil, "null", #"{"a":[1,null]}"#, "0", "false", #""""#, "{}", "[1]"]

    static let objects: [HardValue] = [
        nil, "null", "{}", #"{"width":1.5,"label":"wide"}"#, #"{"label":"O'Neil"}"#, .wrong(#""wide""#),
        .wrong("3"),
    ]

    static let greetings: [HardValue] = [
        nil, "null", #"{"en":"Hello","fr":"Salut"}"#, #""Hello""#, "{}", .wrong("3"),
    ]

    static let choices: [HardValue] = [
        nil, "null", #""eng""#, #""ENG""#, #""fre""#, #""""#, #""unheard-of""#, .wrong("1"),
    ]

    static let textLists: [HardValue] = [
        nil, "null", "[]", .wrong("[null]", tidy: "[]"), #"["Alpha"]"#, #"["alpha","Beta"]"#, #"[""]"#,
        .wrong(#"["Alpha",null]"#, tidy: #"["Alpha"]"#),
        .wrong(#"["Alpha",5]"#, tidy: #"["Alpha"]"#),
        #"["Alpha","Alpha"]"#, #"["caf\u00e9","cafe\u0301"]"#, #"["it's","100%","nul\u0000byte"]"#,
        #"["Omega","ab","yz"]"#,
        .wrong(#""Alpha""#), .wrong(#"[5]"#, tidy: "[]"), .wrong("{}"),
    ]

    static let integerLists: [HardValue] = [
        nil, "null", "[]", .wrong("[null]", tidy: "[]"), "[1,5]", "[0,9]", "[3]", "[3,3,3]",
        "[9007199254740992]",
        "[9007199254740993]",
        "[-9223372036854775808,9223372036854775807]", .wrong("[1.5,2]", tidy: "[2]"),
        .wrong(#"["1"]"#, tidy: "[]"), .wrong("[null,7]", tidy: "[7]"), .wrong("4"),
    ]

    static let numberLists: [HardValue] = [
        nil, "null", "[]", "[0.1,0.3]", "[0.30000000000000004]", "[-0.0]", "[1,5]", "[2]",
        .wrong("[null,2.5]", tidy: "[2.5]"),
        .wrong(#"["2"]"#, tidy: "[]"), .wrong("2"),
    ]

    static let booleanLists: [HardValue] = [
        nil, "null", "[]", "[true]", "[false]", "[true,false]", .wrong("[null]", tidy: "[]"), .wrong("true"),
    ]

    static let dayLists: [HardValue] = [
        nil, "null", "[]", #"["1969-12-31","2024-02-29"]"#, #"["2000-02-29"]"#,
        .wrong(#"["2000-02-30"]"#, tidy: "[]"),
        .wrong(#""2000-02-29""#),
    ]

    static let relations: [HardValue] = [
        nil, "null", #""m1""#, #""m2""#, #"{"id":"m1","name":"First","values":{"name":"First"}}"#, #""M1""#,
        #""""#,
        .wrong("5"), .wrong(#"{"id":5}"#), .wrong("{}"),
    ]

    static let relationLists: [HardValue] = [
        nil, "null", "[]", #"["m1","m2"]"#, #"["m2"]"#, #"[{"id":"m3","values":{}}]"#,
        .wrong("[null]", tidy: "[]"),
        #"["m1",{"id":"m1"}]"#,
        .wrong(#"["m1",5]"#, tidy: #"["m1"]"#), .wrong(#""m1""#),
    ]

    /// The hard values of a field's kind.
    static func of(_ kind: FieldKind) -> [HardValue] {
        switch kind {
        case .text, .longText, .html, .scalar(.text): texts
        case .integer, .scalar(.integer): integers
        case .number, .scalar(.number): numbers
        case .boolean, .scalar(.boolean): booleans
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: milliseconds
            case .epochSeconds: seconds
            case .rfc3339: moments
            case .dateOnly: days
            }
        case .url, .image, .video, .audio, .document, .color: links
        case .geopoint: places
        case .json: anything
        case .object: objects
        case .localizedText: greetings
        case .choice: choices
        case .choices, .list(.text): textLists
        case .list(.integer): integerLists
        case .list(.number): numberLists
        case .list(.boolean): booleanLists
        case .list: dayLists
        case .relation: relations
        case .relations: relationLists
        }
    }
}
