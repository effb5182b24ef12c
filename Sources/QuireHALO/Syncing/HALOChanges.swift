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
        do throws(DecodingFailure) {
            return try JSONCursor.withBytes(of: data) { (json) throws(DecodingFailure) in
                try read(&json, data, module)
            }
        } catch {
            throw ContentDecodingError(error, in: data, module: module)
        }
    }

    private static func read(
        _ json: inout JSONCursor, _ data: Data, _ module: String
    ) throws(DecodingFailure) -> ChangeSet {
        json.skipByteOrderMark()
        guard json.peek() == UInt8(ascii: "{") else {
            throw json.mismatch("an object with syncTimestamp, created, updated and deleted")
        }
        let start = json.offset
        var changes = ChangeSet(timestamp: .distantPast)
        var timestamp: Date?
        try members(&json) { (key, json) throws(DecodingFailure) in
            switch key {
            case "syncTimestamp" where timestamp == nil:
                if try !json.consumeNull() {
                    timestamp = Date(
                        timeIntervalSince1970: Double(try json.milliseconds()) / 1000)
                }
            case "created":
                try elements(&json) { (json) throws(DecodingFailure) in
                    changes.created.append(try instance(&json, data))
                }
            case "updated":
                try elements(&json) { (json) throws(DecodingFailure) in
                    changes.updated.append(try instance(&json, data))
                }
            case "deleted":
                try elements(&json) { (json) throws(DecodingFailure) in
                    let start = json.offset
                    if let id = try deletion(&json) { return changes.deleted.append(id) }
                    let failure = DecodingFailure(.missing, at: start, expected: "an id", path: ".id")
                    changes.rejected.append(
                        ContentDecodingError(failure, in: data, module: module))
                }
            default: try json.skipValue()
            }
        }
        try json.expectEnd()
        guard let timestamp else {
            throw DecodingFailure(
                .missing, at: start, expected: "a moment in milliseconds", path: ".syncTimestamp")
        }
        changes.timestamp = timestamp
        return changes
    }

    /// Skips an instance, and reads its id and that of its module.
    private static func instance(
        _ json: inout JSONCursor, _ data: Data
    ) throws(DecodingFailure) -> ChangedInstance {
        let start = json.offset
        var id: String?
        var moduleID: String?
        try orStructure(&json) { (json) throws(DecodingFailure) in
            guard json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
            try members(&json) { (key, json) throws(DecodingFailure) in
                switch (key, json.peek()) {
                case ("id", UInt8(ascii: "\"")) where id == nil: id = try json.string()
                case ("module", UInt8(ascii: "\"")) where moduleID == nil: moduleID = try json.string()
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
    private static func deletion(_ json: inout JSONCursor) throws(DecodingFailure) -> String? {
        var id: String?
        try orStructure(&json) { (json) throws(DecodingFailure) in
            switch json.peek() {
            case UInt8(ascii: "\""): id = try json.string()
            case UInt8(ascii: "{"):
                try members(&json) { (key, json) throws(DecodingFailure) in
                    if key == "id", id == nil, json.peek() == UInt8(ascii: "\"") {
                        id = try json.string()
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
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        var end = json
        do throws(DecodingFailure) {
            try body(&json)
        } catch {
            guard (try? end.skipStructure()) != nil else { throw error }
            json = end
        }
    }

    // MARK: - JSON

    /// Calls the body for each member of the object at the cursor. Read or skip the value.
    private static func members(
        _ json: inout JSONCursor, _ body: (String, inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
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
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
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
    fileprivate mutating func milliseconds() throws(DecodingFailure) -> Int64 {
        let start = offset
        let value = try value()
        if let integer = value.looseInteger { return integer }
        guard let number = value.looseNumber else {
            throw DecodingFailure(.wrongType, at: start, expected: "a moment in milliseconds")
        }
        if let whole = Int64(exactly: number.rounded()) { return whole }
        throw DecodingFailure(.outOfRange, at: start, expected: "a moment in milliseconds")
    }
}
