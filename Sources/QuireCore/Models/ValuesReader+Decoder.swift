/// Reading from any `Decoder`, for `Codable`.
extension ValuesReader {
    init(_ values: DecoderValues, _ table: FieldTable) {
        self.init(table, .decoder, decoder: values)
    }

    private var decoderValues: DecoderValues? { decoder?.takeUnretainedValue() }

    /// The value of the field in the decoder. `nil` if it is missing or null, or if the reader has no decoder.
    @usableFromInline
    func decoded<Value: FieldValue>(_ index: Int) throws(ValueDecodingError) -> Value? {
        guard state == .decoder, let values = decoderValues else { return nil }
        let field = table.fields[index]
        do {
            guard let name = table.key(of: index, where: { values.container.contains(WireKey($0)) }) else {
                return nil
            }
            let key = WireKey(name)
            guard try !values.container.decodeNil(forKey: key) else { return nil }
            guard field.kind.hasDates else { return try values.container.decode(Value.self, forKey: key) }
            return try values.container.decode(Value.self, forKey: key, as: format(index))
        } catch {
            values.error = error
            throw ValueDecodingError(.invalidValue, at: 0, expected: field.kind.expectation)
        }
    }

    /// The decoder's error for a failure of this reader.
    func decoderError(
        for failure: ValueDecodingError, at path: [any CodingKey] = []
    ) -> any Error {
        if let error = decoderValues?.error { return error }
        let key = WireKey(missingIndex < 0 ? "" : table.fields[missingIndex].name)
        return DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: decoderValues?.container.codingPath ?? path,
                debugDescription: "Expected \(failure.expected) under \"\(key.stringValue)\", found nothing.")
        )
    }
}

/// A decoder's container and the last error that it threw.
@usableFromInline
final class DecoderValues {
    let container: KeyedDecodingContainer<WireKey>
    var error: (any Error)?

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: WireKey.self) }
}

extension FieldKind {
    /// Whether the wire format depends on a date format.
    var hasDates: Bool {
        switch self {
        case .date, .time, .dateTime: true
        case .list(let element): element.hasDates
        default: false
        }
    }
}
