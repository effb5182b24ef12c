import Foundation
import QuireCore
import QuireSync

/// Reads HALO's response to a sync and leaves the instances as bytes.
///
/// `{"syncTimestamp":1475052559289,"created":[instance],"updated":[instance],"deleted":[{"id":"57eb…"}]}`: keys may
/// come in any order, and lists may be missing or null. A response without a timestamp is rejected: if it counted as
/// an empty sync, a maintenance page in JSON could remove a module's content.
enum HALOChanges {
    static func read(_ data: Data, of module: String) throws(ContentDecodingError) -> ChangeSet {
        do throws(ValueDecodingError) {
            return try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
                try read(&json, data, of: module)
            }
        } catch {
            throw ContentDecodingError(error, in: data, module: module)
        }
    }

    private static func read(
        _ json: inout JSONCursor, _ data: Data, of module: String
    ) throws(ValueDecodingError) -> ChangeSet {
        json.skipByteOrderMark()
        guard json.peek() == UInt8(ascii: "{") else {
            throw json.mismatch("an object with syncTimestamp, created, updated and deleted")
        }
        let start = json.offset
        var changes = ChangeSet(timestamp: .distantPast)
        var timestamp: Date?
        try members(&json) { (key, json) throws(ValueDecodingError) in
            switch key {
            case "syncTimestamp" where timestamp == nil:
                if try !json.consumeNull() {
                    timestamp = Date(
                        timeIntervalSince1970: Double(try json.milliseconds()) / 1000)
                }
            case "created":
                try elements(&json) { (json) throws(ValueDecodingError) in
                    changes.created.append(try instance(&json, data))
                }
            case "updated":
                try elements(&json) { (json) throws(ValueDecodingError) in
                    changes.updated.append(try instance(&json, data))
                }
            case "deleted":
                try elements(&json) { (json) throws(ValueDecodingError) in
                    let start = json.offset
                    if let id = try deletion(&json) { return changes.deleted.append(id) }
                    let failure = ValueDecodingError(.missing, at: start, expected: "an id", path: ".id")
                    changes.rejected.append(
                        ContentDecodingError(failure, in: data, module: module))
                }
            default: try json.skipValue()
            }
        }
        try json.expectEnd()
        guard let timestamp else {
            throw ValueDecodingError(
                .missing, at: start, expected: "a moment in milliseconds", path: ".syncTimestamp")
        }
        changes.timestamp = timestamp
        return changes
    }

    /// Skips an instance, and reads its id and that of its module.
    private static func instance(
        _ json: inout JSONCursor, _ data: Data
    ) throws(ValueDecodingError) -> ChangedInstance {
        let start = json.offset
        var id: String?
        var moduleID: String?
        try orStructure(&json) { (json) throws(ValueDecodingError) in
            guard json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
            try members(&json) { (key, json) throws(ValueDecodingError) in
                switch (key, json.peek()) {
                case ("id", UInt8(ascii: "\"")) where id == nil: id = try json.comparedString()
                case ("module", UInt8(ascii: "\"")) where moduleID == nil:
                    moduleID = try json.comparedString()
                default: try json.skipValue()
                }
            }
        }
        let first = data.startIndex + start
        // A slice of the response's bytes, not a copy.
        return ChangedInstance(
            json: data[first..<data.startIndex + json.offset], id: id, moduleID: moduleID)
    }

    /// The id of a deleted item, given as an object or directly.
    private static func deletion(_ json: inout JSONCursor) throws(ValueDecodingError) -> String? {
        var id: String?
        try orStructure(&json) { (json) throws(ValueDecodingError) in
            switch json.peek() {
            case UInt8(ascii: "\""): id = try json.comparedString()
            case UInt8(ascii: "{"):
                try members(&json) { (key, json) throws(ValueDecodingError) in
                    if key == "id", id == nil, json.peek() == UInt8(ascii: "\"") {
                        id = try json.comparedString()
                    } else {
                        try json.skipValue()
                    }
                }
            default: try json.skipValue()
            }
        }
        return id
    }

    /// Reads an element. One with unreadable texts or numbers is skipped, so that only this element is rejected: an
    /// instance when the store reads it, a deletion because it has no id.
    private static func orStructure(
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        var end = json
        do throws(ValueDecodingError) {
            try body(&json)
        } catch {
            guard (try? end.skipStructure()) != nil else { throw error }
            json = end
        }
    }

    // MARK: - JSON

    /// Calls the body for each member of the object at the cursor. Read or skip the value.
    private static func members(
        _ json: inout JSONCursor, _ body: (String, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        try json.expect(UInt8(ascii: "{"), "an object")
        try json.enter()
        if !json.consume(UInt8(ascii: "}")) {
            repeat { try body(try json.key(), &json) } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
    }

    /// Calls the body for each element of the array at the cursor, or not at all for null.
    private static func elements(
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        if try json.consumeNull() { return }
        guard json.consume(UInt8(ascii: "[")) else { throw json.mismatch("an array") }
        try json.enter()
        if !json.consume(UInt8(ascii: "]")) {
            repeat {
                _ = json.peek()
                try body(&json)
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        json.leave()
    }
}

extension JSONCursor {
    /// Reads a number of milliseconds, possibly fractional or as a text.
    fileprivate mutating func milliseconds() throws(ValueDecodingError) -> Int64 {
        let start = offset
        let value = try value()
        if let integer = value.looseInteger { return integer }
        guard let number = value.looseNumber else {
            throw ValueDecodingError(.wrongType, at: start, expected: "a moment in milliseconds")
        }
        if let whole = Int64(exactly: number.rounded()) { return whole }
        throw ValueDecodingError(.outOfRange, at: start, expected: "a moment in milliseconds")
    }
}
