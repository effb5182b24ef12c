#if SQLite

import QuireCore

/// The rows of an IN list: a single parameter for any number of values, so that they all share one prepared statement.
struct ValueList {
    /// The function that restores the values from the list's elements; empty if they are stored as they are.
    let function: String
    /// The values as JSON.
    let parameter: SQLValue

    /// `SELECT value FROM json_each(?)`, with a special form for values that JSON does not represent exactly.
    init(_ values: [SQLValue]) {
        var json = JSONWriter()
        json.beginArray()
        var function = ""
        // SQLite 3.40 truncates a JSON text at a NUL, which hexadecimal digits avoid.
        let isHexadecimal = values.contains {
            if case .text(let text) = $0 { text.utf8.contains(0) } else { false }
        }
        for value in values {
            switch value {
            case .integer(let integer): json.integer(integer)
            case .real(let real):
                // SQLite parses decimal numbers exactly on some platforms only.
                function = "quire_double"
                json.integer(Int64(bitPattern: real.bitPattern))
            case .text(let text):
                if isHexadecimal {
                    function = "quire_text"
                    json.string(SQLValue.hexadecimal(text.utf8))
                } else {
                    json.string(text)
                }
            case .null, .blob: break
            }
        }
        json.endArray()
        self.function = function
        parameter = .text(String(decoding: json.bytes, as: UTF8.self))
    }

    var rows: SQLBuilder { Self.rows(function, parameter) }

    static func rows(_ function: String, _ parameter: SQLValue) -> SQLBuilder {
        compose(
            "SELECT ", function.isEmpty ? "value" : "\(function)(value)", " FROM json_each(",
            .value(parameter), ")")
    }
}

extension SQLValue {
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
#endif
