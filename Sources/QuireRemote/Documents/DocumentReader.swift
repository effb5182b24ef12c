import Foundation
import QuireCore
import QuireEngine

/// How items are read from the documents of a response.
package struct DocumentForm: Sendable {
    /// Where a record of the response has its document, and the item's id if it is not in the document.
    package typealias Locating = @Sendable (JSONValue) -> (document: JSONValue?, id: String?)

    /// The keys of the documents.
    package let keys: DocumentKeys
    /// The fields whose values are returned, in this order. `nil` returns all, including undeclared ones.
    let fields: [IndexedField]?
    /// The language of localized texts.
    let shape: LocalizedShape?
    /// Whether items keep undeclared values.
    let keepsUnknownValues: Bool
    let locating: Locating

    package init(
        _ keys: DocumentKeys, fields: [IndexedField]?, shape: LocalizedShape? = nil, keepsUnknownValues: Bool,
        locating: @escaping Locating = { ($0, nil) }
    ) {
        self.keys = keys
        self.fields = fields
        self.shape = shape
        self.keepsUnknownValues = keepsUnknownValues
        self.locating = locating
    }

    /// A reader of the documents in a response.
    ///
    /// - Parameter isOnly: Whether all documents of the response have this form.
    package func reader(of response: Data, isOnly: Bool = true) -> DocumentReader {
        // Many searches share a response, so none takes room for all of it.
        DocumentReader(response, self, size: isOnly ? response.count : min(response.count, 1 << 16))
    }

    /// The instance in a record.
    fileprivate func instance(at record: Range<Int>, in response: Data) -> StoredSlice? {
        guard let json = response.json(at: record) else { return nil }
        let place = locating(json)
        guard let content = place.document,
            let instance = keys.document.instance(of: content, id: place.id, fields: fields, shape: shape)
        else { return nil }
        return StoredSlice(instance.data)
    }
}

/// Reads items from the documents of a server while a response is parsed.
///
/// The values of a document are found, so that an item is decoded directly from the response. Only if an instance is needed
/// as JSON, or an item does not fit, `PlainDocument` reads the document again.
package struct DocumentReader {
    private let response: Data
    private let form: DocumentForm
    private var keys: DocumentKeys { form.keys }
    /// `nil` for modules with too many fields, whose instances are assembled.
    private let fieldValues: FoundValues?
    private let uses: [Use]

    // The state of the current document.
    private var places: [Range<Int>]
    private var seen: UInt64 = 0

    /// What becomes of a field's value.
    private enum Use: Sendable { case hidden, unchanged, place, localizedText }

    /// - Parameter size: The number of bytes that are likely to be written.
    fileprivate init(_ response: Data, _ form: DocumentForm, size: Int) {
        self.response = response
        self.form = form
        let document = form.keys.document
        let values = document.module.values
        fieldValues = FoundValues(in: response, document.module.module.fields, size: size) {
            response, record in
            form.instance(at: record, in: response)
        }
        var uses = [Use](repeating: form.fields == nil ? .unchanged : .hidden, count: values.count)
        for field in form.fields ?? [] where !field.isMetadata { uses[field.ordinal] = .unchanged }
        for field in values where uses[field.ordinal] == .unchanged {
            switch field.descriptor.kind {
            case .geopoint where document.convertsPlaces, .list(.geopoint) where document.convertsPlaces:
                uses[field.ordinal] = .place
            case .localizedText where form.shape != nil: uses[field.ordinal] = .localizedText
            default: break
            }
        }
        self.uses = uses
        places = Array(repeating: 0..<0, count: form.keys.places)
    }

    /// Reads the next object, which is a document.
    ///
    /// - Parameter other: Receives the position of one of the other keys, and the cursor at its value. Read or skip it.
    /// - Returns: The instance, or `nil` if the object has no id.
    package mutating func instance(
        of json: inout JSONCursor,
        other: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void = {
            (_, json) throws(ValueDecodingError) in
            try json.skipValue()
        }
    ) throws(ValueDecodingError) -> StoredSlice? {
        _ = json.peek()
        let start = json.offset
        try read(&json, other: other)
        return finish(id: nil, record: start..<json.offset)
    }

    /// Reads the next object, whose item has its id elsewhere in the record. Call `finish` afterwards.
    package mutating func read(
        _ json: inout JSONCursor,
        other: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void = {
            (_, json) throws(ValueDecodingError) in
            try json.skipValue()
        }
    ) throws(ValueDecodingError) {
        fieldValues?.begin()
        seen = 0
        for slot in places.indices { places[slot] = 0..<0 }
        let values = keys.places..<keys.places + keys.fields.count
        try json.eachMember(of: keys.keys) { (slot, json) throws(ValueDecodingError) in
            if slot < values.lowerBound {
                _ = json.peek()
                let start = json.offset
                try json.skipValue()
                // Of two equal keys, the first is used.
                if places[slot].isEmpty { places[slot] = start..<json.offset }
            } else if slot < values.upperBound {
                try take(keys.fields[slot &- values.lowerBound], from: &json)
            } else {
                try other(slot &- values.upperBound, &json)
            }
        }
    }

    private mutating func take(_ field: Int, from json: inout JSONCursor) throws(ValueDecodingError) {
        guard let fieldValues, seen & 1 << UInt64(field) == 0 else { return try json.skipValue() }
        seen |= 1 << UInt64(field)
        switch uses[field] {
        case .hidden: try json.skipValue()
        case .unchanged:
            let place = try json.skipPlacedValue()
            fieldValues.set(field, found: place.start..<json.offset, isPlainText: place.isPlainText)
        case .place:
            let place = try json.skipPlacedValue().start..<json.offset
            if isInOwnForm(place) {
                fieldValues.set(field, found: place, isPlainText: false)
            } else {
                set(field, to: try JSONValue(parsing: response.bytes(at: place)))
            }
        case .localizedText: set(field, to: try json.value())
        }
    }

    /// Whether items have a place in the same form as documents: as an object, or as null.
    private func isInOwnForm(_ place: Range<Int>) -> Bool {
        [UInt8(ascii: "{"), UInt8(ascii: "n")].contains(response[response.startIndex + place.lowerBound])
    }

    /// Sets a value that is not in the response as it should be decoded.
    private func set(_ field: Int, to value: JSONValue) {
        guard let fieldValues else { return }
        let start = fieldValues.writtenCount
        let itemValue =
            switch uses[field] {
            case .place:
                DocumentPlace.value(of: value, longitudeFirst: keys.document.hasLongitudeFirst)
            case .localizedText: form.shape?.applied(to: value) ?? value
            case .hidden, .unchanged: value
            }
        fieldValues.written.append(itemValue)
        fieldValues.set(field, writtenFrom: start)
    }

    /// Sets a value that stands elsewhere.
    private func set(_ field: Int, toJSON json: UnsafeBufferPointer<UInt8>) {
        guard let fieldValues else { return }
        if uses[field] == .unchanged {
            let start = fieldValues.writtenCount
            fieldValues.written.append(json)
            fieldValues.set(field, writtenFrom: start)
        } else if let value = try? JSONValue(parsing: Data(json)) {
            set(field, to: value)
        }
    }

    /// Finishes the document that was read last.
    ///
    /// - Parameters:
    ///   - id: The place of the id's JSON, if it is not in the document.
    ///   - record: The place of the whole record, which `locating` gets.
    /// - Returns: The instance, or `nil` if it has no id.
    package func finish(id: Range<Int>?, record: Range<Int>) -> StoredSlice? {
        let id = id ?? places[DocumentKeys.id]
        // A text of at least one character.
        guard id.count > 2, response[response.startIndex + id.lowerBound] == UInt8(ascii: "\"") else {
            return nil
        }
        guard let fieldValues else { return form.instance(at: record, in: response) }
        let start = fieldValues.writtenCount
        var end = start
        var isComplete = !form.keepsUnknownValues
        response.withUnsafeBytes { response in
            let response = response.bindMemory(to: UInt8.self)
            fieldValues.written.append("{\"id\":")
            fieldValues.written.append(UnsafeBufferPointer(rebasing: response[id]))
            HiddenParts.withParts(at: places[DocumentKeys.rest], in: response) { hidden in
                // What is hidden is written first, because the first of two equal keys counts.
                if let metadata = hidden.metadata {
                    fieldValues.written.append(UInt8(ascii: ","))
                    fieldValues.written.append(metadata)
                }
                for (position, property) in keys.document.metadata.enumerated() {
                    let place = places[DocumentKeys.metadata + position]
                    append(property, UnsafeBufferPointer(rebasing: response[place]), to: fieldValues)
                }
                fieldValues.written.append(UInt8(ascii: "}"))
                end = fieldValues.writtenCount
                var fieldMask = seen
                let areMembers = hidden.eachValue { name, value in
                    guard let field = keys.document.module.value(name), !field.descriptor.isMember else {
                        return
                    }
                    let ordinal = field.ordinal
                    guard uses[ordinal] != .hidden, fieldMask & 1 << UInt64(ordinal) == 0 else { return }
                    fieldMask |= 1 << UInt64(ordinal)
                    set(ordinal, toJSON: value)
                }
                if !areMembers { isComplete = isComplete && form.fields != nil }
            }
        }
        return fieldValues.finish(envelope: isComplete ? start..<end : nil, record: record)
    }

    /// Appends metadata, unless it is not what the property holds: another program may use the name for something else.
    private func append(
        _ property: DocumentMetadata, _ json: UnsafeBufferPointer<UInt8>, to fieldValues: FoundValues
    ) {
        guard let first = json.first else { return }
        switch property.kind {
        case .any: break
        case .text where first == UInt8(ascii: "\""): break
        case .date where json.isDigits, .integer where json.isDigits: break
        case _ where first == UInt8(ascii: "n"): return
        default:
            guard let value = (try? JSONValue(parsing: Data(json))).flatMap(property.value) else { return }
            fieldValues.written.append(property.beginning)
            return fieldValues.written.append(value)
        }
        fieldValues.written.append(property.beginning)
        fieldValues.written.append(json)
    }
}

extension JoinedBytes {
    fileprivate mutating func append(_ value: JSONValue) {
        var json = JSONWriter()
        json.value(value)
        append(json.bytes)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether it is a whole number that fits into 64 bits for certain.
    fileprivate var isDigits: Bool { count <= 18 && allSatisfy { (0x30...0x39).contains($0) } }
}

extension StoredSlice {
    /// An instance in memory of its own.
    package init(_ instance: Data) {
        var bytes = JoinedBytes(capacity: instance.count)
        bytes.append(Array(instance))
        self.init(owner: bytes.owner, range: 0..<bytes.count)
    }
}
