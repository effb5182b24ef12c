import Foundation
import Quire

/// Reads a line of JSON that the tests wrote; what is no JSON becomes null, which no expectation meets.
func parse(_ line: String) -> JSONValue {
    let value = try? JSONCursor.withBytes(of: Data(line.utf8)) { (cursor) throws(DecodingFailure) in
        let value = try cursor.value()
        try cursor.expectEnd()
        return value
    }
    return value ?? .null
}
