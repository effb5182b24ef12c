import Testing

/// Wrong conditions on members of objects, whose messages are those of a module's own fields.
@Suite struct RejectedMemberTests {
    private static let cases = [
        (
            #"Artworks.query().where(\.dateRange.startYer >= 1900)"#,
            "'>=' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().where(\.dateRange.startYear == 1900 && \.dateRange.startYer == 1)"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().facet(\.dateRange.startYear)"#,
            "'facet(_:disjunctive:maximumValues:missing:)' is unavailable: the schema does not mark this field as a facet"
        ),
        (
            #"Artworks.query().where(\.dateRange.startYear >= "x")"#,
            "cannot convert value of type 'String' to expected argument type 'Optional<Int>.Unwrapped' (aka 'Int')"
        ),
        (
            #"Artworks.query().filter { $0.contributors.any { $0.name == "Ann"; $0.rol == "artist" } }"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().where(any: \.contributors) { $0.rol == "artist" }"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().filter { $0.title.none { $0.name == "Ann" }; $0.title == "x" }"#,
            "'none' is unavailable: \(elements)"
        ),
        (#"Artworks.query().where(\.dateRange >= 1850)"#, "'>=' is unavailable: \(object)"),
        (#"Artworks.query().where(\.contributors == "Ann")"#, "'==' is unavailable: \(object)"),
        (
            #"Artworks.query().where(\.title == "x" && \.dateRange != 1850)"#,
            "'!=' is unavailable: \(object)"
        ),
        (#"Artworks.query().filter { $0.dateRange < 1850 }"#, "'<' is unavailable: \(object)"),
        (
            #"Artworks.query().where(\.dateRange.text == "x")"#,
            "'==' is unavailable: the schema does not list '=' among the filter operators of this field. A long text has like(_:), contains(_:), hasPrefix(_:) and hasSuffix(_:); an optional one can be compared with nil"
        ),
        (
            #"Artworks.query().filter { $0.dateRange.startYer >= 1900 }"#,
            "'>=' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().filter { $0.contributors.rol == "artist" }"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        (
            #"{ (draft: inout Artworks.Draft) in draft.set(\.dateRange.startYer, to: 1900) }"#,
            "'set(_:to:)' is unavailable: the schema declares no field of this name"
        ),
        (
            #"{ (draft: inout Artworks.Draft) in draft.add(1, to: \.dateRange.startYer) }"#,
            "'add(_:to:)' is unavailable: the schema declares no field of this name"
        ),
        (
            #"{ (draft: inout Artworks.Draft) in draft.append(["x"], to: \.titel) }"#,
            "'append(_:to:)' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().select(\.title, \.dateRange.startYer)"#,
            "'select' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().where(\.contributors.artist.nam == "Turner")"#,
            "'==' is unavailable: the schema declares no field of this name"
        ),
        (
            #"Artworks.query().where(\.contributors.artist > "a1")"#,
            "'>' is unavailable: the schema does not list '>' among the filter operators of this field"
        ),
        (
            #"Artworks.query().sort(by: \.contributors.artist.name)"#,
            "'sort(by:_:nulls:)' is unavailable: the schema does not mark this field as sortable"
        ),
    ]

    @Test("The conditions and includes of the guide across relations in objects compile")
    func related() throws {
        let source = try DocumentedContent.source()
        let errors = try Compiler().check(
            source + "\nfunc queries() {\n" + Self.accepted.map { "    _ = \($0)\n" }.joined() + "}\n",
            flags: ["-swift-version", "6", "-parse-as-library"]
        ).errors
        #expect(errors.isEmpty, "\(errors)")
    }

    private static let accepted = [
        #"Artworks.query().where(\.contributors.artist.name == "Turner")"#,
        #"Artworks.query().where(\.contributors.artist == "a1")"#,
        #"Artworks.query().where(any: \.contributors) { $0.role == "painter"; $0.artist.any { $0.name == "Turner" } }"#,
        #"Artworks.query().where(every: \.contributors.artist) { $0.name != "Turner" }"#,
        #"Artworks.query().where(any: \.contributors) { !($0.artist.isFound) }"#,
        #"Artworks.query().sort(by: \.publication.publisher.title)"#,
        #"Artworks.query().include(\.contributors.artist, \.publication.publisher)"#,
        #"Artists.query().where(anyItem(of: Artworks.self, by: \.contributors.artist) { $0.title == "Norham" })"#,
        #"{ (artwork: Artwork) in artwork.contributors[0].artist?.item?.name }"#,
    ]

    private static let elements =
        "'any', 'every' and 'none' test a relation, or a list of objects with operators. Test another field by its own path"
    private static let object =
        "an object has no operators. Compare a member of it: \\.dateRange.startYear"

    @Test("A misspelt member, and one of another type, are explained as fields are", arguments: cases.indices)
    func rejected(_ index: Int) throws {
        let (code, message) = Self.cases[index]
        let source = try DocumentedContent.source()
        let line = source.split(separator: "\n", omittingEmptySubsequences: false).count + 1
        let errors = try Compiler().check(
            source + "\nfunc wrong() { _ = \(code) }\n", flags: ["-swift-version", "6", "-parse-as-library"]
        ).errors
        let error = try #require(errors[line], "compiles: \(code); \(errors)")
        if Compiler.isReference { #expect(error == message) }
    }
}
