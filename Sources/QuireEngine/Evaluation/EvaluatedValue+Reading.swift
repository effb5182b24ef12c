import QuireCore

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
