#if SQLite
import QuireCore
import QuireEngine

/// Compiles one condition on one value to SQL: on a column, or on the elements in a side table.
///
/// The result is false or NULL if there is no value. `Predicate.complement` treats both as false.
struct LeafCompiler {
    let storage: Storage
    /// The column's name, with its table.
    let column: String
    let folded: String?
    let latitude: String?
    let longitude: String?

    var hasPlace: Bool { latitude != nil && longitude != nil }

    /// - Parameter leaf: The number of the leaf in its filters.
    func predicate(_ test: EvaluatedTest, leaf: Int) -> Predicate {
        predicate(LeafTest(test, storage, hasPlace: hasPlace), leaf: leaf)
    }

    /// The SQL depends only on the test's form.
    func predicate(_ test: LeafTest, leaf: Int) -> Predicate {
        guard case .sql(let condition) = condition(test.form, test.values) else { return .never }
        return .sql(condition.ofLeaf(leaf))
    }

    private func condition(_ form: LeafForm, _ values: [SQLValue]) -> Predicate {
        switch form {
        case .hasNoValue: return .sql(SQLBuilder("\(column) IS NULL"))
        case .one(let test): return bound(test, values.first)
        case .isBetween(let lower, let upper):
            return .all([bound(lower, values.first), bound(upper, values.last)])
        case .list(let function):
            return .sql(compose("\(column) IN (", .part(ValueList.rows(function, values[0])), ")"))
        case .like:
            return .sql(compose("quire_like(\(column), \(folded ?? "NULL"), ", .value(values[0]), ")"))
        case .contains: return .sql(compose("instr(\(column), ", .value(values[0]), ") > 0"))
        case .prefix(let hasEnd):
            // The texts from the prefix up to the first text that can no longer begin with it: a range that an index
            // supports.
            var condition = compose("(\(column) >= ", .value(values[0]))
            if hasEnd { condition.append(compose(" AND \(column) < ", .value(values[1]))) }
            condition.append(")")
            return .sql(condition)
        case .suffix:
            return .sql(
                compose("substr(CAST(\(column) AS BLOB), ", .value(values[0]), ") = ", .value(values[1])))
        case .near:
            guard let latitude, let longitude else { return .never }
            return .sql(
                compose(
                    "(\(latitude) BETWEEN ", .value(values[0]), " AND ", .value(values[1]),
                    " AND quire_distance(", .value(values[2]), ", ", .value(values[3]),
                    ", \(latitude), \(longitude)) <= ", .value(values[4]), ")"))
        case .within(let crosses):
            guard let latitude, let longitude else { return .never }
            return .sql(
                compose(
                    "(\(latitude) BETWEEN ", .value(values[0]), " AND ", .value(values[1]),
                    " AND (\(longitude) >= ", .value(values[2]), crosses ? " OR " : " AND ",
                    "\(longitude) <= ", .value(values[3]), "))"))
        }
    }

    /// - Parameter value: The value to compare with, if there is one.
    private func bound(_ bound: LeafForm.Bound, _ value: SQLValue?) -> Predicate {
        switch bound {
        case .compare(let comparison):
            value.map { .sql(compose("\(column) \(comparison.rawValue) ", .value($0))) } ?? .never
        case .anyValue: .sql(SQLBuilder("\(column) IS NOT NULL"))
        case .never: .never
        }
    }
}

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
