#if SQLite

import QuireCore

/// Converts JSON to cells, depending on the kind of the field.
extension RowCells {
    mutating func read(
        _ kind: FieldKind, _ storage: Storage, slots: RowShape.Slots, field: Int,
        from json: inout JSONCursor,
        in bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        switch storage {
        case .text, .longText:
            let text: (cell: Cell, isASCII: Bool)
            if case .relation = kind {
                text =
                    json.peek() == UInt8(ascii: "{")
                    ? (.text(try json.relatedID()), false) : try Cell.comparedText(from: &json)
            } else {
                text = try Cell.text(from: &json)
            }
            cells[slots.value] = text.cell
            if !text.isASCII { cells[slots.folded] = text.cell.folded }
        case .integer: cells[slots.value] = .integer(try json.integer())
        case .number: cells[slots.value] = .real(try number(&json, bytes))
        case .boolean: cells[slots.value] = .integer(try json.boolean() ? 1 : 0)
        case .date:
            let start = json.nextOffset
            cells[slots.value] = .integer(try json.milliseconds(kind.dateFormat))
            if refusesRounding { try refuseFraction(bytes[start..<json.offset], at: start, kind.dateFormat) }
        case .place:
            let start = json.nextOffset
            let point = try GeoPoint.read(from: &json, .epochMilliseconds)
            cells[slots.value] = .bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
            cells[slots.latitude] = .real(point.latitude)
            cells[slots.longitude] = .real(point.longitude)
        case .json:
            let start = json.nextOffset
            try json.skip(kind)
            cells[slots.value] = .bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
        case .list(let element):
            let start = json.nextOffset
            let first = elements.count
            let skippedBefore = skipped.count
            var hasObjects = false
            let count = try list(kind, element, field: field, from: &json, in: bytes, hasObjects: &hasObjects)
            // A list with an element that does not fit is kept as it is.
            cells[slots.value] =
                hasObjects && skipped.count == skippedBefore
                ? .text(Self.ids(elements[first...]))
                : .bytes(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
            if count > 0 { cells[slots.smallest] = smallest(elements[first...]) }
        }
    }

    /// Integers up to 2^53 are the same as an integer and as a Double, also in their decimal form.
    private static let exactLimit: UInt64 = 1 << 53

    private func number(
        _ json: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> Double {
        guard refusesRounding else { return try json.number() }
        let start = json.nextOffset
        let number = try json.number()
        // Longer texts are numbers that did not fit into an integer field.
        if let whole = Int64(String(decoding: bytes[start..<json.offset], as: UTF8.self)),
            whole.magnitude > Self.exactLimit
        {
            throw ValueDecodingError(.invalidValue, at: start, expected: "a whole number up to 2^53")
        }
        return number
    }

    private func refuseFraction(
        _ bytes: Slice<UnsafeRawBufferPointer>, at start: Int, _ format: DateFormat
    ) throws(ValueDecodingError) {
        guard let number = Double(String(decoding: bytes, as: UTF8.self)) else { return }
        let isInSeconds = format == .epochSeconds
        let milliseconds = isInSeconds ? number * 1000 : number
        let isExact = !isInSeconds || milliseconds.magnitude <= Double(Self.exactLimit)
        guard !isExact || milliseconds != milliseconds.rounded() else { return }
        throw ValueDecodingError(.invalidValue, at: start, expected: "a date in whole milliseconds")
    }

    /// Reads a list, which may contain lists, and returns the number of elements.
    private mutating func list(
        _ kind: FieldKind, _ element: Storage, field: Int, from json: inout JSONCursor,
        in bytes: UnsafeRawBufferPointer, hasObjects: inout Bool
    ) throws(ValueDecodingError) -> Int {
        guard let elementKind = kind.listElement else {
            try self.element(kind, element, field: field, from: &json, in: bytes, hasObjects: &hasObjects)
            return 1
        }
        guard json.peek() == UInt8(ascii: "[") else { throw json.mismatch("a list") }
        json.offset += 1
        try json.enter()
        var count = 0
        if !json.consume(UInt8(ascii: "]")) {
            repeat {
                let start = json
                do throws(ValueDecodingError) {
                    count += try list(
                        elementKind, element, field: field, from: &json, in: bytes, hasObjects: &hasObjects)
                } catch {
                    guard keepsIncompatible, !error.isMalformed else { throw error }
                    json = start
                    let first = json.nextOffset
                    try json.skipValue()
                    skipped.append(
                        (
                            field,
                            .init(
                                expected: "\(error.expected)", valueText: error.found(in: bytes),
                                bytes: first..<json.offset)
                        ))
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "]"), "a comma or the end of the list")
        }
        json.leave()
        return count
    }

    private mutating func element(
        _ kind: FieldKind, _ storage: Storage, field: Int, from json: inout JSONCursor,
        in bytes: UnsafeRawBufferPointer, hasObjects: inout Bool
    ) throws(ValueDecodingError) {
        switch storage {
        case .text, .longText:
            if case .relation = kind {
                let isObject = json.peek() == UInt8(ascii: "{")
                elements.append((field, .text(try json.relatedID())))
                if isObject { hasObjects = true }
            } else {
                elements.append((field, .text(try json.string())))
            }
        case .integer: elements.append((field, .integer(try json.integer())))
        // The list itself keeps the exact number.
        case .number: elements.append((field, .real(try json.number())))
        case .boolean: elements.append((field, .integer(try json.boolean() ? 1 : 0)))
        case .date: elements.append((field, .integer(try json.milliseconds(kind.dateFormat))))
        case .place:
            let point = try GeoPoint.read(from: &json, .epochMilliseconds)
            elements.append((field, .place(latitude: point.latitude, longitude: point.longitude)))
        case .json, .list: try json.skip(kind)
        }
    }

    /// The smallest of a list's elements; 1 if they have no order.
    private func smallest(_ elements: ArraySlice<(field: Int, element: Element)>) -> Cell {
        var smallest: Element?
        for (_, element) in elements {
            switch (smallest, element) {
            case (nil, _): smallest = element
            case (.integer(let left)?, .integer(let right)): if right < left { smallest = element }
            case (.real(let left)?, .real(let right)): if right < left { smallest = element }
            case (.text(let left)?, .text(let right)):
                if right.utf8.lexicographicallyPrecedes(left.utf8) { smallest = element }
            default: break
            }
        }
        return switch smallest {
        case .integer(let integer)?: .integer(integer)
        case .real(let real)?: .real(real)
        case .text(let text)?: .text(text)
        case .place?, nil: .integer(1)
        }
    }

    /// A list of relations with included items, converted to the list of their ids.
    private static func ids(_ elements: ArraySlice<(field: Int, element: Element)>) -> String {
        var json = JSONWriter()
        json.beginArray()
        for case (_, .text(let id)) in elements { json.string(id) }
        json.endArray()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension Cell {
    /// Reads a text. If it has no escapes, the result refers to its bytes in the line.
    static func text(from json: inout JSONCursor) throws(ValueDecodingError) -> (cell: Cell, isASCII: Bool) {
        if let plain = try json.plainText() { return (.bytes(plain.bytes), plain.isASCII) }
        let text = try json.string()
        return (.text(text), text.utf8.allSatisfy { $0 < 0x80 })
    }

    /// Reads an id, which is hashed and compared.
    static func comparedText(
        from json: inout JSONCursor
    ) throws(ValueDecodingError) -> (cell: Cell, isASCII: Bool) {
        var start = json
        let text = try text(from: &json)
        if !text.isASCII { _ = try start.comparedString() }
        return text
    }

    /// The lower-cased text.
    var folded: Cell {
        switch self {
        case .bytes(let bytes): .text(String(decoding: bytes, as: UTF8.self).lowercased())
        case .text(let text): .text(text.lowercased())
        default: .null
        }
    }

    var isEmptyText: Bool {
        switch self {
        case .bytes(let bytes): bytes.isEmpty
        case .text(let text): text.isEmpty
        default: false
        }
    }
}
#endif
