import QuireSchema
import QuireShared

/// The validation rules of a field that its type does not imply: constraints, and sentences for the others.
struct HALORules {
    /// The constraints, by their keys in a schema.
    private(set) var constraints: [ImportedConstraint] = []
    /// A sentence for each rule that a schema cannot express.
    private(set) var sentences: [String] = []

    /// - Parameters:
    ///   - rules: The rules of the field's type. Parameters may be numbers or texts.
    ///   - format: The field's format. A Quire server names all constraints there.
    init(_ rules: JSONValue?, format: JSONValue?, of type: HALOTypeNumber) {
        if let given = format?.value(of: "constraints"), given.kind == .object {
            addConstraints(given, of: type)
        }
        let isComplete = !constraints.isEmpty
        for rule in rules?.elements ?? [] {
            guard let name = rule.value(of: "rule")?.string else { continue }
            let parameters = (rule.value(of: "params")?.elements ?? []).map { $0.string ?? $0.numberText }
            if type.hasText, name == "isLength" || name == "matches" {
                if isComplete || addConstraint(name, parameters) { continue }
            }
            guard !Self.saidByType.contains(name) else { continue }
            let sentence = Self.sentence(name, parameters.compactMap { $0 })
            if !sentences.contains(sentence) { sentences.append(sentence) }
        }
    }

    // MARK: - Constraints

    private mutating func addConstraint(_ name: String, _ parameters: [String?]) -> Bool {
        if name == "matches" {
            guard let source = parameters.first ?? nil, (try? TextPattern(source)) != nil else {
                return false
            }
            if !constraints.contains(where: { $0.key == "pattern" }) {
                constraints.append(.init("pattern", .text(source)))
            }
            return true
        }
        let bounds = parameters.map { $0.flatMap(Int.init) }
        let least = bounds.first ?? nil
        let most = bounds.count > 1 ? bounds[1] : nil
        guard least != nil || most != nil, (least ?? 0) >= 0, most.map({ $0 >= least ?? 0 }) ?? true else {
            return false
        }
        if let least, least > 0 { constraints.append(.init("minLength", .number(String(least)))) }
        if let most { constraints.append(.init("maxLength", .number(String(most)))) }
        return true
    }

    /// Adds the constraints that apply to the type.
    private mutating func addConstraints(_ given: JSONValue, of type: HALOTypeNumber) {
        if type.canBeUnique, given.value(of: "unique")?.boolean == true {
            constraints.append(.init("unique", .flag))
        }
        if type == .number {
            addNumbers("minimum", "maximum", from: given) { $0.numberText.flatMap(Double.init) }
        }
        if type.hasElements { addNumbers("minItems", "maxItems", from: given, reading: Self.count) }
        guard type.hasText || type == .localizedText || type.isLink else { return }
        addNumbers("minLength", "maxLength", from: given, reading: Self.count)
        if let source = given.value(of: "pattern")?.string, (try? TextPattern(source)) != nil {
            constraints.append(.init("pattern", .text(source)))
        }
    }

    /// Adds two bounds, unless they contradict each other.
    private mutating func addNumbers<Bound: Comparable>(
        _ lower: String, _ upper: String, from given: JSONValue, reading read: (JSONValue) -> Bound?
    ) {
        let least = given.value(of: lower).flatMap(read)
        let most = given.value(of: upper).flatMap(read)
        if let least, let most, most < least { return }
        for (key, bound) in [(lower, least), (upper, most)] where bound != nil {
            if let number = given.value(of: key)?.numberText {
                constraints.append(.init(key, .number(number)))
            }
        }
    }

    private static func count(_ json: JSONValue) -> Int64? {
        json.integer.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }

    // MARK: - Sentences

    private static func sentence(_ name: String, _ parameters: [String]) -> String {
        let list = parameters.isEmpty ? "" : "(" + parameters.joined(separator: ", ") + ")"
        return "HALO checks it with \(name)\(list)."
    }

    /// The rules that the types of a schema imply.
    private static let saidByType: Set<String> = [
        "custom||isString", "custom||isNumber", "matches", "custom||isTimestamp", "custom||isStrictBoolean",
        "isHexColor", "custom||isRelation", "custom||isJSONObject", "custom||isJSONArray",
        "custom||hasAllKeyLanguage", "custom||allObjectValuesAreStringValidator",
        "custom||multipleChoiceValidator", "custom||singleChoiceValidator",
    ]
}

extension HALOTypeNumber {
    /// Whether its values are texts of people, for which `isLength` and `matches` become constraints.
    fileprivate var hasText: Bool {
        switch self {
        case .text, .longText: true
        default: false
        }
    }

    fileprivate var isLink: Bool {
        switch self {
        case .website, .youtube, .image, .video, .audio: true
        default: false
        }
    }

    fileprivate var hasElements: Bool {
        switch self {
        case .list, .multipleRelation, .multipleChoice, .multipleSelectDropdown: true
        default: false
        }
    }

    fileprivate var canBeUnique: Bool {
        switch self {
        case .text, .number, .date, .time, .color, .singleRelation: true
        default: isLink
        }
    }
}
