import Quire

/// The values that engines get wrong, as JSON, by what they are; `nil` is a missing key.
///
/// Each list holds, besides, values of the wrong type: they must count as no value.
enum HardValues {
    static let texts: [String?] = [
        nil, "null", #""""#, #""Alpha""#, #""alpha""#, #""ALPHA""#, #""alphabet""#, #""-alpha""#,
        #"" Alpha""#,
        #""Alpha ""#, #""Alpha Beta""#, #""\tAlpha\r\n""#, #""caf\u00e9""#, #""cafe\u0301""#, #""CAF\u00c9""#,
        #""cafe""#, #""straße""#, #""STRASSE""#, #""İstanbul""#, #""istanbul""#, #""ΣΊΣΥΦΟΣ""#, #""σίσυφος""#,
        #""日本語""#, #""日本""#, #""👍🏽""#, #""👍""#, #""👨‍👩‍👧""#, #""\uff5e""#, #""\ufffd""#, #""it's""#,
        #""say \"hi\"""#, #""`tick`""#, #""back\\slash""#, #""100%""#, #""100_""#, #""a_c""#, #""abc""#,
        #""%""#,
        #""a && b || (c)""#, #""x' OR '1'='1""#, #""nul\u0000byte""#, #""nul""#, #""\u0000""#,
        "\"" + String(repeating: "long ", count: 600) + "Tail\"", #""10""#, #""9""#, #""true""#, #""null""#,
        "5", "true", #"["Alpha"]"#, #"{"a":"Alpha"}"#,
    ]

    static let integers: [String?] = [
        nil, "null", "0", "-1", "1", "5", "18", "5.0", "1e2", "9007199254740991", "9007199254740992",
        "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "9223372036854775806", "1.5", #""5""#, "true", "9223372036854775808", "[]", "[5]",
    ]

    static let numbers: [String?] = [
        nil, "null", "0", "-0.0", "0.1", "0.3", "0.30000000000000004", "1", "1.5", "-1.5", "9007199254740992",
        "9007199254740993", "9007199254740994", "1e308", "-1e308", "5e-324", "9223372036854775807", #""0.1""#,
        "false", "[0.1]",
    ]

    static let booleans: [String?] = [nil, "null", "true", "false", "1", "0", #""true""#, "[true]"]

    static let days: [String?] = [
        nil, "null", #""1969-12-31""#, #""1970-01-01""#, #""2000-02-29""#, #""2024-02-29""#, #""0001-01-01""#,
        #""9999-12-31""#, #""1900-03-01""#, #""2023-02-29""#, #""yesterday""#, #""""#, "true",
    ]

    static let milliseconds: [String?] = [
        nil, "null", "0", "-1", "1", "-86400001", "1419769800000", "1419769800001", "253402300799999",
        "-62135596800000", "1.5e3", #""yesterday""#, "true",
    ]

    static let seconds: [String?] = [
        nil, "null", "0", "-1", "1419769800", "1419769800.5", "-0.5", "253402300799", #""soon""#, "false",
    ]

    static let moments: [String?] = [
        nil, "null", #""1969-12-31T23:59:59.999Z""#, #""1970-01-01T00:00:00Z""#,
        #""2014-12-28T13:30:00+01:00""#,
        #""2014-12-28T12:30:00Z""#, #""2014-12-28T12:30:00.001Z""#, #""2014-12-28T07:30:00.1239-05:00""#,
        #""2024-02-29T23:59:59Z""#, #""2023-02-29T00:00:00Z""#, #""2014-12-28T24:30:00Z""#, #""soon""#,
        "true",
    ]

    static let links: [String?] = [
        nil, "null", #""https://example.org/a?b=1&c=%20""#, #""HTTPS://EXAMPLE.ORG/a""#, #""""#,
        ##""#987654""##,
        #""example""#, "7",
    ]

    static let places: [String?] = [
        nil, "null", #"{"lat":52.37,"lng":4.89}"#, #"{"lat":52.09,"lon":5.12}"#, "[4.9,52.37,11]", "[0,0]",
        #"{"latitude":-16.8,"longitude":179.9}"#, "[4.9]", "[95,100]", #"["4.9","52.3"]"#,
        #"{"latitude":-16.8,"longitude":-179.9}"#, #"{"latitude":0,"longitude":180}"#,
        #"{"latitude":90,"longitude":0}"#, #"{"latitude":-90,"longitude":12}"#,
        #"{"latitude":91,"longitude":0}"#, #"{"latitude":5}"#, #""52,4""#,
    ]

    static let anything: [String?] = [nil, "null", #"{"a":[1,null]}"#, "0", "false", #""""#, "{}", "[1]"]

    static let objects: [String?] = [
        nil, "null", "{}", #"{"width":1.5,"label":"wide"}"#, #"{"label":"O'Neil"}"#, #""wide""#, "3",
    ]

    static let greetings: [String?] = [nil, "null", #"{"en":"Hello","fr":"Salut"}"#, #""Hello""#, "{}", "3"]

    static let choices: [String?] = [
        nil, "null", #""eng""#, #""ENG""#, #""fre""#, #""""#, #""unheard-of""#, "1",
    ]

    static let textLists: [String?] = [
        nil, "null", "[]", "[null]", #"["Alpha"]"#, #"["alpha","Beta"]"#, #"[""]"#, #"["Alpha",null]"#,
        #"["Alpha",5]"#,
        #"["Alpha","Alpha"]"#, #"["caf\u00e9","cafe\u0301"]"#, #"["it's","100%","nul\u0000byte"]"#,
        #"["Omega","ab","yz"]"#,
        #""Alpha""#, #"[5]"#, "{}",
    ]

    static let integerLists: [String?] = [
        nil, "null", "[]", "[null]", "[1,5]", "[0,9]", "[3]", "[3,3,3]", "[9007199254740992]",
        "[9007199254740993]",
        "[-9223372036854775808,9223372036854775807]", "[1.5,2]", #"["1"]"#, "[null,7]", "4",
    ]

    static let numberLists: [String?] = [
        nil, "null", "[]", "[0.1,0.3]", "[0.30000000000000004]", "[-0.0]", "[1,5]", "[2]", "[null,2.5]",
        #"["2"]"#, "2",
    ]

    static let booleanLists: [String?] = [
        nil, "null", "[]", "[true]", "[false]", "[true,false]", "[null]", "true",
    ]

    static let dayLists: [String?] = [
        nil, "null", "[]", #"["1969-12-31","2024-02-29"]"#, #"["2000-02-29"]"#, #"["2000-02-30"]"#,
        #""2000-02-29""#,
    ]

    static let relations: [String?] = [
        nil, "null", #""m1""#, #""m2""#, #"{"id":"m1","name":"First","values":{"name":"First"}}"#, #""M1""#,
        #""""#,
        "5", #"{"id":5}"#, "{}",
    ]

    static let relationLists: [String?] = [
        nil, "null", "[]", #"["m1","m2"]"#, #"["m2"]"#, #"[{"id":"m3","values":{}}]"#, "[null]",
        #"["m1",{"id":"m1"}]"#,
        #"["m1",5]"#, #""m1""#,
    ]

    /// The hard values of a field's kind.
    static func of(_ kind: FieldKind) -> [String?] {
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
