import QuireCore
import QuireText

/// A value as filters and sort keys compare it: the JSON, interpreted by the field's kind.
package enum EvaluatedValue: Sendable {
    case text(String)
    /// An integer, or a date in milliseconds since 1970.
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A point in degrees.
    case place(latitude: Double, longitude: Double)
    /// A value that cannot be compared: an object, any JSON, a localized text.
    case opaque
}

/// The result of comparing two values.
package enum Standing: Sendable {
    case less, equal, greater
}

/// The results of a comparison that an ordering accepts.
package struct Standings: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let less = Standings(rawValue: 1)
    package static let equal = Standings(rawValue: 2)
    package static let greater = Standings(rawValue: 4)

    /// Whether the ordering accepts a result.
    package func accepts(_ standing: Standing) -> Bool {
        switch standing {
        case .less: contains(Standings.less)
        case .equal: contains(Standings.equal)
        case .greater: contains(Standings.greater)
        }
    }
}

extension EvaluatedValue {
    /// Compares the value with another one. Returns `nil` if the two have no order: NaN, points, values of two kinds.
    ///
    /// Texts are compared by their UTF-8 bytes, because `==` treats composed and decomposed "é" as equal.
    package func standing(to other: EvaluatedValue) -> Standing? {
        switch (self, other) {
        case (.text(let left), .text(let right)): Self.standing(left, right)
        case (.integer(let left), .integer(let right)): Self.standing(left, right)
        case (.integer(let left), .number(let right)): Self.standing(left, right)
        case (.number(let left), .integer(let right)): Self.standing(right, left)?.reversed
        case (.number(let left), .number(let right)):
            left.isNaN || right.isNaN ? nil : Self.standing(left, right)
        case (.boolean(let left), .boolean(let right)): left == right ? .equal : right ? .less : .greater
        default: nil
        }
    }

    static func standing(_ left: String, _ right: String) -> Standing {
        if left.isByteEqual(to: right) { return .equal }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }

    private static func standing<Value: Comparable>(_ left: Value, _ right: Value) -> Standing {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// Compares without rounding the integer. A `Double` is exact only up to 2^53.
    private static func standing(_ left: Int64, _ right: Double) -> Standing? {
        if right.isNaN { return nil }
        if right >= 0x1p63 { return .less }
        if right < -0x1p63 { return .greater }
        let whole = right.rounded(.down)
        if left != Int64(whole) { return standing(left, Int64(whole)) }
        return right == whole ? .equal : .less
    }
}

extension Standing {
    var reversed: Standing {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

extension EvaluatedValue {
    /// Returns the values of a field, or of a member of objects, in an object of values.
    package static func values(of field: FieldDescriptor, in object: JSONValue?) -> [EvaluatedValue] {
        values(in: field.json(in: object), of: field.kind)
    }

    /// Returns the values of a field in a document. An empty array means that the field has no value.
    ///
    /// Null, a missing key, an empty list, and JSON of another type count as no value. Types come from the schema,
    /// never from the value. A single field has at most one value, a list one for each valid element.
    package static func values(in json: JSONValue?, of kind: FieldKind) -> [EvaluatedValue] {
        guard let json, json != .null else { return [] }
        if let element = kind.listElement {
            guard case .array(let elements) = json else { return [] }
            return elements.flatMap { values(in: $0, of: element) }
        }
        return value(of: json, as: kind).map { [$0] } ?? []
    }

    private static func value(of json: JSONValue, as kind: FieldKind) -> EvaluatedValue? {
        switch kind {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color, .choice,
            .scalar(.text):
            json.text.map(EvaluatedValue.text)
        case .relation: relatedID(json).map(EvaluatedValue.text)
        case .integer, .scalar(.integer): json.wholeNumber.map(EvaluatedValue.integer)
        case .number, .scalar(.number): json.double.map(EvaluatedValue.number)
        case .boolean, .scalar(.boolean): json.truth.map(EvaluatedValue.boolean)
        case .date(let format), .time(let format), .dateTime(let format):
            DateReading.milliseconds(of: json, format).map(EvaluatedValue.integer)
        case .geopoint: place(json)
        case .object: if case .object = json { .opaque } else { nil }
        case .localizedText:
            switch json {
            case .object, .string: .opaque
            default: nil
            }
        case .json: .opaque
        case .list, .choices, .relations: nil
        }
    }

    /// The id of a relation, given as an id or as the included instance.
    private static func relatedID(_ json: JSONValue) -> String? {
        json.text ?? json.member("id")?.text
    }

    /// `{"lat": …, "lng": …}`, the same with longer names, or GeoJSON's `[longitude, latitude]`.
    private static func place(_ json: JSONValue) -> EvaluatedValue? {
        let latitude: Double?
        let longitude: Double?
        if case .array(let position) = json {
            guard [2, 3].contains(position.count), position.allSatisfy({ $0.double != nil }) else {
                return nil
            }
            (latitude, longitude) = (position[1].double, position[0].double)
        } else {
            latitude = (json.member("lat") ?? json.member("latitude"))?.double
            longitude = (json.member("lng") ?? json.member("lon") ?? json.member("longitude"))?.double
        }
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return .place(latitude: latitude, longitude: longitude)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var truth: Bool? {
        if case .boolean(let truth) = self { truth } else { nil }
    }
}

/// A value as facets and groups distinguish it: texts by their bytes, numbers by their numeric value.
package enum ValueKey: Hashable, Sendable {
    case text(ExactText), integer(Int64), number(Double), boolean(Bool)

    /// `nil` for values that cannot be compared, and for NaN.
    package init?(_ value: EvaluatedValue) {
        switch value {
        case .text(let text): self = .text(ExactText(text))
        case .integer(let number): self = .integer(number)
        // 0 and -0 are the same value.
        case .number(let number):
            guard !number.isNaN else { return nil }
            self = .number(number == 0 ? 0 : number)
        case .boolean(let truth): self = .boolean(truth)
        case .place, .opaque: return nil
        }
    }

    /// The value of a field of a kind.
    package func filterValue(of kind: FieldKind) -> FilterValue {
        switch self {
        case .text(let exact): .string(exact.text)
        case .integer(let number):
            kind.comparison == .date ? .date(milliseconds: number) : .integer(number)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        }
    }
}
