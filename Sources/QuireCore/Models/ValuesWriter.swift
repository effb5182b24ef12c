/// Receives the fields of one item from the generated model, by their position in the field table.
///
/// A field without a value is omitted.
@frozen
public struct ValuesWriter {
    @usableFromInline var json: JSONWriter
    @usableFromInline let keys: FieldKeys
    @usableFromInline let encoder: EncoderValues?

    /// Creates a writer for members of the open object.
    init(_ json: JSONWriter, _ table: FieldTable) {
        self.json = json
        keys = table.keys
        encoder = nil
    }

    init(_ encoder: any Encoder, _ table: FieldTable) {
        json = JSONWriter()
        keys = table.keys
        self.encoder = EncoderValues(encoder.container(keyedBy: WireKey.self), table)
    }

    /// Writes one field.
    @inlinable
    public mutating func value<Value: FieldValue>(_ index: Int, _ value: Value) {
        guard !value.isAbsent else { return }
        if let encoder { return encoder.encode(index, value) }
        let format = key(index)
        value.write(to: &json, format)
    }

    /// Writes the field's key and returns the format of its dates.
    @usableFromInline
    mutating func key(_ index: Int) -> DateFormat {
        json.key(quoted: keys.quotedKey(index))
        return keys.list[index].format
    }
}

/// An encoder's container and the first error that it threw.
@usableFromInline
final class EncoderValues {
    private var container: KeyedEncodingContainer<WireKey>
    private let table: FieldTable
    private(set) var error: (any Error)?

    init(_ container: KeyedEncodingContainer<WireKey>, _ table: FieldTable) {
        self.container = container
        self.table = table
    }

    @usableFromInline
    func encode<Value: FieldValue>(_ index: Int, _ value: Value) {
        guard error == nil else { return }
        let field = table.fields[index]
        do {
            if field.kind.hasDates {
                try container.encode(value, forKey: WireKey(field.name), as: field.kind.dateFormat)
            } else {
                try container.encode(value, forKey: WireKey(field.name))
            }
        } catch {
            self.error = error
        }
    }
}
