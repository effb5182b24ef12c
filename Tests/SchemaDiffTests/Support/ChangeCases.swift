import QuireSchemaDiff

/// A change of one module, for the judges.
struct ChangeCase: CustomStringConvertible {
    var name: String
    /// The expected kinds.
    var kinds: Set<ChangeKind>
    var before: ModuleText
    var after: ModuleText

    var description: String { name }

    /// A module without its name, and an enumeration that only it uses.
    struct ModuleText {
        var fields: String
        /// Other members of the module, each with a trailing comma.
        var members = ""
        /// The members of the enumeration after its name.
        var enumeration: String?
    }

    init(_ name: String, _ kinds: Set<ChangeKind>, _ before: ModuleText, _ after: ModuleText) {
        self.name = name
        self.kinds = kinds
        self.before = before
        self.after = after
    }

    /// A change of a field `f`, beside a field that stays.
    init(_ name: String, _ kind: ChangeKind, _ before: String, _ after: String) {
        func field(_ text: String) -> ModuleText {
            ModuleText(
                fields:
                    #"{"name": "kept", "type": "text", "required": true}\#(text.isEmpty ? "" : ", {\"name\": \"f\", \(text)}")"#
            )
        }
        self.init(name, [kind], field(before), field(after))
    }

    /// One schema in which each case is a module, with the module's index in its name.
    static func schema(_ cases: [ChangeCase], _ side: KeyPath<ChangeCase, ModuleText>) -> String {
        var modules: [String] = []
        var enumerations: [String] = []
        for (index, change) in cases.enumerated() {
            let text = change[keyPath: side]
            let fields = text.fields.replacing("ENUM", with: "case \(index) kind")
            modules.append(#"{"name": "case \#(index)", \#(text.members) "fields": [\#(fields)]}"#)
            if let enumeration = text.enumeration {
                enumerations.append(#"{"name": "case \#(index) kind", \#(enumeration)}"#)
            }
        }
        for target in ["people", "towns"] {
            modules.append(#"{"name": "\#(target)", "fields": [{"name": "label", "type": "text"}]}"#)
        }
        return """
            {"quire": 1, "locales": ["en", "fr"], "enums": [\(enumerations.joined(separator: ", "))],
             "modules": [\(modules.joined(separator: ",\n"))]}
            """
    }

    static let all: [ChangeCase] = types + others + lists

    private static let types = [
        ChangeCase("integer to number", .typeChanged, #""type": "integer""#, #""type": "number""#),
        ChangeCase("number to integer", .typeChanged, #""type": "number""#, #""type": "integer""#),
        ChangeCase("integer to text", .typeChanged, #""type": "integer""#, #""type": "text""#),
        ChangeCase("text to integer", .typeChanged, #""type": "text""#, #""type": "integer""#),
        ChangeCase("text to longText", .typeChanged, #""type": "text""#, #""type": "longText""#),
        ChangeCase("longText to text", .typeChanged, #""type": "longText""#, #""type": "text""#),
        ChangeCase("text to url", .typeChanged, #""type": "text""#, #""type": "url""#),
        ChangeCase("url to image", .typeChanged, #""type": "url""#, #""type": "image""#),
        ChangeCase(
            "text to open choice", .typeChanged, #""type": "text""#,
            #""type": "choice", "values": ["a", "b"]"#),
        ChangeCase(
            "text to closed choice", .typeChanged, #""type": "text""#,
            #""type": "choice", "values": ["a", "b"], "closed": true"#),
        ChangeCase(
            "choice to text", .typeChanged, #""type": "choice", "values": ["a", "b"]"#, #""type": "text""#),
        ChangeCase("one to list", .typeChanged, #""type": "text""#, #""type": "list", "of": "text""#),
        ChangeCase("list to one", .typeChanged, #""type": "list", "of": "integer""#, #""type": "integer""#),
        ChangeCase(
            "list of integers to numbers", .typeChanged, #""type": "list", "of": "integer""#,
            #""type": "list", "of": "number""#),
        ChangeCase(
            "date format", .typeChanged, #""type": "dateTime""#, #""type": "dateTime", "format": "rfc3339""#),
        ChangeCase(
            "epoch unit", .typeChanged, #""type": "dateTime", "format": "epochSeconds""#,
            #""type": "dateTime""#),
        ChangeCase(
            "date formats in a list", .typeChanged, #""type": "list", "of": {"type": "dateTime"}"#,
            #""type": "list", "of": {"type": "dateTime", "format": "rfc3339"}"#),
        ChangeCase("date to integer", .typeChanged, #""type": "dateTime""#, #""type": "integer""#),
        ChangeCase("text to json", .typeChanged, #""type": "text""#, #""type": "json""#),
        ChangeCase("json to text", .typeChanged, #""type": "json""#, #""type": "text""#),
        ChangeCase("text to localizedText", .typeChanged, #""type": "text""#, #""type": "localizedText""#),
        ChangeCase("localizedText to text", .typeChanged, #""type": "localizedText""#, #""type": "text""#),
        ChangeCase("boolean to text", .typeChanged, #""type": "boolean""#, #""type": "text""#),
        ChangeCase(
            "relation target", .typeChanged, #""type": "relation", "module": "people""#,
            #""type": "relation", "module": "towns""#),
        ChangeCase(
            "relation to relations", .typeChanged, #""type": "relation", "module": "people""#,
            #""type": "relations", "module": "people""#),
        ChangeCase(
            "relation to text", .typeChanged, #""type": "relation", "module": "people""#, #""type": "text""#),
        ChangeCase("geopoint to json", .typeChanged, #""type": "geopoint""#, #""type": "json""#),
        ChangeCase("date to dateTime", .typeChanged, #""type": "date""#, #""type": "dateTime""#),
    ]

    private static let others = [
        ChangeCase("optional field added", .fieldAdded, "", #""type": "text""#),
        ChangeCase("required field added", .requiredFieldAdded, "", #""type": "integer", "required": true"#),
        ChangeCase(
            "required field with a default added", .requiredFieldAdded, "",
            #""type": "integer", "required": true, "default": 3"#),
        ChangeCase(
            "field that hides metadata added", .fieldAdded, "",
            #""type": "boolean", "swiftName": "createdAt""#),
        ChangeCase("field removed", .fieldRemoved, #""type": "text""#, ""),
        ChangeCase("required field removed", .fieldRemoved, #""type": "text", "required": true"#, ""),
        ChangeCase(
            "made required", .madeRequired, #""type": "integer""#, #""type": "integer", "required": true"#),
        ChangeCase(
            "made optional", .madeOptional, #""type": "integer", "required": true"#, #""type": "integer""#),
        ChangeCase(
            "list made required", .madeRequired, #""type": "list", "of": "text""#,
            #""type": "list", "of": "text", "required": true"#),
        ChangeCase(
            "list made optional", .madeOptional, #""type": "list", "of": "text", "required": true"#,
            #""type": "list", "of": "text""#),
        ChangeCase(
            "default added", .defaultChanged, #""type": "integer", "required": true"#,
            #""type": "integer", "required": true, "default": 1"#),
        ChangeCase(
            "default removed", .defaultChanged, #""type": "integer", "required": true, "default": 1"#,
            #""type": "integer", "required": true"#),
        ChangeCase(
            "default changed", .defaultChanged, #""type": "integer", "default": 1"#,
            #""type": "integer", "default": 2"#),
        ChangeCase(
            "operator removed", .operatorsChanged, #""type": "integer""#,
            #""type": "integer", "operators": ["="]"#),
        ChangeCase(
            "operator added", .operatorsChanged, #""type": "integer", "operators": ["="]"#,
            #""type": "integer", "operators": ["=", "<"]"#),
        ChangeCase(
            "text made sortable", .sortableChanged, #""type": "text""#, #""type": "text", "sortable": true"#),
        ChangeCase(
            "no longer sortable", .sortableChanged, #""type": "integer", "sortable": true"#,
            #""type": "integer""#),
        ChangeCase(
            "facet added", .facetChanged, #""type": "text""#, #""type": "text", "facet": "disjunctive""#),
        ChangeCase(
            "facet removed", .facetChanged, #""type": "text", "facet": "disjunctive""#, #""type": "text""#),
        ChangeCase(
            "facet changed", .facetChanged, #""type": "text", "facet": "disjunctive""#,
            #""type": "text", "facet": "conjunctive""#),
        ChangeCase(
            "facet made hierarchical", .facetChanged, #""type": "text", "facet": "disjunctive""#,
            #""type": "text", "facet": "hierarchical""#),
        ChangeCase(
            "made searchable", .searchableChanged, #""type": "text""#, #""type": "text", "searchable": true"#),
        ChangeCase(
            "search weight", .searchableChanged, #""type": "text", "searchable": 2"#,
            #""type": "text", "searchable": 5"#),
        ChangeCase(
            "no longer searchable", .searchableChanged, #""type": "text", "searchable": true"#,
            #""type": "text""#),
        ChangeCase(
            "made localized", .localizedChanged, #""type": "text""#, #""type": "text", "localized": true"#),
        ChangeCase(
            "Swift name", .swiftNameChanged, #""type": "text""#, #""type": "text", "swiftName": "other""#),
        ChangeCase(
            "description", .documentationChanged, #""type": "text""#,
            #""type": "text", "description": "New.""#),
        ChangeCase(
            "deprecated", .deprecationChanged, #""type": "text""#, #""type": "text", "deprecated": true"#),
    ]

    private static let lists = [
        ChangeCase(
            "value added to an open list", .choiceAdded, #""type": "choice", "values": ["a"]"#,
            #""type": "choice", "values": ["a", "b"]"#),
        ChangeCase(
            "value removed from an open list", .choiceRemoved, #""type": "choice", "values": ["a", "b"]"#,
            #""type": "choice", "values": ["a"]"#),
        ChangeCase(
            "value added to a closed list", .choiceAdded,
            #""type": "choice", "values": ["a"], "closed": true"#,
            #""type": "choice", "values": ["a", "b"], "closed": true"#),
        ChangeCase(
            "value removed from a closed list", .choiceRemoved,
            #""type": "choice", "values": ["a", "b"], "closed": true"#,
            #""type": "choice", "values": ["a"], "closed": true"#),
        ChangeCase(
            "list of values closed", .choicesClosed, #""type": "choice", "values": ["a"]"#,
            #""type": "choice", "values": ["a"], "closed": true"#),
        ChangeCase(
            "list of values opened", .choicesOpened, #""type": "choice", "values": ["a"], "closed": true"#,
            #""type": "choice", "values": ["a"]"#),
        ChangeCase(
            "Swift name of a value", .swiftNameChanged, #""type": "choice", "values": ["a"]"#,
            #""type": "choice", "values": [{"name": "a", "swiftName": "first"}]"#),
        ChangeCase(
            "value added to a shared closed list", [.choiceAdded],
            ModuleText(
                fields: #"{"name": "f", "type": "choices", "enum": "ENUM"}"#,
                enumeration: #""closed": true, "values": ["a"]"#),
            ModuleText(
                fields: #"{"name": "f", "type": "choices", "enum": "ENUM"}"#,
                enumeration: #""closed": true, "values": ["a", "b"]"#)),
        ChangeCase(
            "shared list replaced by an own one", [.enumRemoved, .typeChanged],
            ModuleText(
                fields: #"{"name": "f", "type": "choice", "enum": "ENUM"}"#, enumeration: #""values": ["a"]"#),
            ModuleText(fields: #"{"name": "f", "type": "choice", "values": ["a"]}"#)),
        ChangeCase(
            "fields reordered", [.fieldsReordered],
            ModuleText(fields: #"{"name": "a", "type": "text"}, {"name": "b", "type": "text"}"#),
            ModuleText(fields: #"{"name": "b", "type": "text"}, {"name": "a", "type": "text"}"#)),
        ChangeCase(
            "member of an object retyped", [.typeChanged],
            ModuleText(
                fields: #"{"name": "f", "type": "object", "fields": [{"name": "x", "type": "integer"}]}"#),
            ModuleText(fields: #"{"name": "f", "type": "object", "fields": [{"name": "x", "type": "text"}]}"#)
        ),
        ChangeCase(
            "required member added", [.requiredFieldAdded],
            ModuleText(
                fields: #"{"name": "f", "type": "object", "fields": [{"name": "x", "type": "text"}]}"#),
            ModuleText(
                fields:
                    #"{"name": "f", "type": "object", "fields": [{"name": "x", "type": "text"}, {"name": "y", "type": "text", "required": true}]}"#
            )),
        ChangeCase(
            "item name", [.itemNameChanged],
            ModuleText(fields: #"{"name": "f", "type": "text"}"#, members: #""item": "CaseItem","#),
            ModuleText(fields: #"{"name": "f", "type": "text"}"#, members: #""item": "OtherItem","#)),
        ChangeCase(
            "ranking", [.rankingChanged],
            ModuleText(fields: #"{"name": "f", "type": "integer"}"#),
            ModuleText(
                fields: #"{"name": "f", "type": "integer"}"#, members: #""ranking": {"popularity": "f"},"#)),
        ChangeCase(
            "synonyms", [.synonymsChanged],
            ModuleText(fields: #"{"name": "f", "type": "text", "searchable": true}"#),
            ModuleText(
                fields: #"{"name": "f", "type": "text", "searchable": true}"#,
                members: #""synonyms": [["tv", "television"]],"#)),
        ChangeCase(
            "embedding", [.embeddingChanged],
            ModuleText(
                fields: #"{"name": "f", "type": "text", "searchable": true}"#,
                members: #""embedding": {"of": ["f"], "dimensions": 3, "model": "m"},"#),
            ModuleText(
                fields: #"{"name": "f", "type": "text", "searchable": true}"#,
                members: #""embedding": {"of": ["f"], "dimensions": 4, "model": "m"},"#)),
        ChangeCase(
            "nothing", [], ModuleText(fields: #"{"name": "f", "type": "text"}"#),
            ModuleText(fields: #"{"type": "text", "required": false, "name": "f"}"#)),
    ]
}
