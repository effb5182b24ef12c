import QuireCluster
import QuireCore
import QuireEngine

/// Queries on one field.
extension ClauseWriter {
    /// Whether the field has a value.
    mutating func presence(of field: IndexedField) -> Written {
        bytes.append(fixed: #"{"term":{"present":{"value":""#)
        bytes.append(text: field.physicalName)
        bytes.append(fixed: #""}}}"#)
        return Written(kind: .query)
    }

    /// Whether a shadow has one value.
    mutating func term(
        _ field: IndexedField, _ shadow: Shadow, _ writeValue: (inout [UInt8]) -> Void
    ) -> Written {
        open(#"{"term":{""#, field, shadow)
        bytes.append(fixed: #"{"value":"#)
        writeValue(&bytes)
        bytes.append(fixed: "}}}")
        return Written(kind: .query)
    }

    /// Whether a shadow has one of some values.
    mutating func terms<Value>(
        _ field: IndexedField, _ shadow: Shadow, _ values: [Value],
        _ writeValue: (Value, inout [UInt8]) -> Void
    ) -> Written {
        guard let first = values.first else { return Written(kind: .nothing) }
        guard values.count > 1 else { return term(field, shadow) { writeValue(first, &$0) } }
        open(#"{"terms":{""#, field, shadow)
        bytes.append(UInt8(ascii: "["))
        writeValue(first, &bytes)
        for value in values.dropFirst() {
            bytes.append(UInt8(ascii: ","))
            writeValue(value, &bytes)
        }
        bytes.append(fixed: "]}}")
        return Written(kind: .query)
    }

    /// Whether a shadow lies between bounds. `nil` leaves a side open.
    mutating func range<Bound>(
        _ field: IndexedField, _ shadow: Shadow, from lower: Bound? = nil, to upper: Bound? = nil,
        isExclusive: Bool = false, _ writeBound: (Bound, inout [UInt8]) -> Void
    ) -> Written {
        open(#"{"range":{""#, field, shadow)
        bytes.append(UInt8(ascii: "{"))
        if let lower {
            bytes.append(fixed: isExclusive ? #""gt":"# : #""gte":"#)
            writeBound(lower, &bytes)
        }
        if let upper {
            if lower != nil { bytes.append(UInt8(ascii: ",")) }
            bytes.append(fixed: isExclusive ? #""lt":"# : #""lte":"#)
            writeBound(upper, &bytes)
        }
        bytes.append(fixed: "}}}")
        return Written(kind: .query)
    }

    /// Whether a shadow begins with a text.
    mutating func prefix(_ field: IndexedField, _ shadow: Shadow, _ text: String) -> Written {
        query(#"{"prefix":{""#, field, shadow, of: text)
    }

    /// Whether a shadow matches a pattern.
    mutating func wildcard(_ field: IndexedField, _ shadow: Shadow, _ pattern: String) -> Written {
        query(#"{"wildcard":{""#, field, shadow, of: pattern)
    }

    private mutating func query(
        _ start: StaticString, _ field: IndexedField, _ shadow: Shadow, of text: String
    ) -> Written {
        open(start, field, shadow)
        bytes.append(fixed: #"{"value":"#)
        bytes.append(quoted: text)
        bytes.append(fixed: "}}}")
        return Written(kind: .query)
    }

    /// The start of a query of one kind on one field, up to what is asked of it.
    private mutating func open(_ start: StaticString, _ field: IndexedField, _ shadow: Shadow) {
        var (name, suffix) = (field.physicalName, shadow.rawValue)
        name.withUTF8 { name in
            suffix.withUTF8 { suffix in
                start.withUTF8Buffer { start in
                    // The array grows once.
                    let size = start.count + name.count + suffix.count + 3
                    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { query in
                        var end = query.update(fromContentsOf: start)
                        end = query[end...].update(fromContentsOf: name)
                        query[end] = UInt8(ascii: "_")
                        end = query[(end + 1)...].update(fromContentsOf: suffix)
                        query[end] = UInt8(ascii: "\"")
                        query[end + 1] = UInt8(ascii: ":")
                        bytes.append(contentsOf: UnsafeBufferPointer(query))
                    }
                }
            }
        }
    }
}
