import Foundation
import QuireToolbox

/// The location of a failure, found by reading the document again, because the fast path does not record it.
package struct JSONPlace {
    /// The path from the start, for example `.items[3].values["a b"]`. Empty for the start itself.
    package let path: String
    /// The value at the location, shortened.
    package let value: String

    /// Searches the document from the value at `start`.
    package init(of failure: ValueDecodingError, in bytes: JSONBytes, from start: Int = 0) {
        let buffer = UnsafeRawBufferPointer(bytes.slice(0, bytes.count))
        let path = JSONCursor.withCursor(over: buffer) { (cursor) -> String in
            cursor.offset = start
            cursor.skipByteOrderMark()
            return Self.path(to: failure.offset, &cursor)
        }
        self.path = path + (failure.path ?? "")
        value = failure.found(in: buffer)
    }

    /// The path in readable form, without a dot before the first name.
    package static func readable(_ path: String) -> String {
        path.hasPrefix(".") ? String(path.dropFirst()) : path
    }

    /// Walks from the value at the cursor down to the one that contains the offset.
    private static func path(to target: Int, _ cursor: inout JSONCursor) -> String {
        var path = ""
        while true {
            let first = cursor.peek()
            guard cursor.offset < target, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
                return path
            }
            let isObject = first == UInt8(ascii: "{")
            cursor.offset += 1
            guard let component = child(holding: target, isObject, &cursor) else { return path }
            path += component
        }
    }

    /// Moves the cursor to the child that contains the offset. Returns `nil` if there is none.
    private static func child(holding target: Int, _ isObject: Bool, _ cursor: inout JSONCursor) -> String? {
        var index = 0
        while true {
            var component = "[\(index)]"
            if isObject {
                guard cursor.peek() == UInt8(ascii: "\""), let name = try? cursor.key() else { return nil }
                component = member(name)
            }
            _ = cursor.peek()
            let start = cursor.offset
            guard start <= target else { return nil }
            var ahead = cursor
            ahead.depth = 0
            let isWhole = (try? ahead.skipValue()) != nil
            if !isWhole || ahead.offset > target { return component }
            cursor.offset = ahead.offset
            guard cursor.consume(UInt8(ascii: ",")) else { return nil }
            index += 1
        }
    }

    /// A key as a step of a path: `.name`, or `["other name"]`.
    static func member(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_")
        }
        return isPlain && !name.isEmpty ? "." + name : "[\(JSONValue.string(name))]"
    }
}

extension ValueDecodingError {
    /// The value at the location, shortened. For a broken value, as much as can be read.
    package func found(in buffer: UnsafeRawBufferPointer) -> String {
        if reason == .missing, path != nil { return "nothing" }
        guard offset < buffer.count else { return "the end of the document" }
        switch (reason, buffer[offset]) {
        case (.invalidUTF8, let byte): return "the byte 0x" + String(byte, radix: 16, uppercase: true)
        case (.tooDeep, _): return "a deeper one"
        case (.syntax, UInt8(ascii: "\"")), (.unexpectedEnd, UInt8(ascii: "\"")): break
        case (.syntax, _), (.unexpectedEnd, _): return Self.text(Self.rest(in: buffer, from: offset), 12)
        case (_, UInt8(ascii: "{")): return "an object"
        case (_, UInt8(ascii: "[")): return "an array"
        default: break
        }
        let end = JSONCursor.withCursor(over: buffer) { (cursor) -> Int? in
            cursor.offset = offset
            return (try? cursor.skipValue()).map { cursor.offset }
        }
        guard let end else { return Self.text(Self.rest(in: buffer, from: offset), 12) }
        return Self.text(buffer[offset..<end], 40)
    }

    /// The rest of a broken value, up to the end of a text, a value or a line.
    private static func rest(
        in buffer: UnsafeRawBufferPointer, from offset: Int
    ) -> Slice<UnsafeRawBufferPointer> {
        let ends = "\",}]\n".utf8
        let end = buffer[(offset + 1)...].firstIndex { ends.contains($0) } ?? buffer.count
        return buffer[offset..<end]
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>, _ length: Int) -> String {
        // A character has at most four bytes. One more character shows that the text was cut.
        String(decoding: bytes.prefix((length + 1) * 4), as: UTF8.self).shortened(to: length)
    }
}

extension ContentDecodingError {
    /// Creates the error for an invalid document, with the position.
    package init(_ failure: ValueDecodingError, in document: Data, module: String) {
        self = document.withUnsafeBytes { buffer in
            let place = JSONPlace(of: failure, in: JSONBytes(buffer))
            var error = ContentDecodingError(
                module: module, id: nil, path: JSONPlace.readable(place.path), byteOffset: failure.offset,
                expected: "\(failure.expected)", found: place.value)
            error.isMalformedDocument = failure.isMalformedDocument
            return error
        }
    }
}
