#if SQLite
import CSQLite
import QuireEngine

extension Connection {
    /// Registers the functions that filters use beyond SQLite's own.
    func registerFilterFunctions() throws(StoreError) {
        try register("quire_like", 3) { context, _, arguments in
            guard let arguments else { return }
            TextFolding.like(context, arguments)
        }
        try register("quire_distance", 4) { context, _, arguments in
            guard let arguments else { return }
            for index in 0..<4 where sqlite3_value_type(arguments[index]) == SQLITE_NULL { return }
            sqlite3_result_double(
                context,
                GeoCircle.distance(
                    sqlite3_value_double(arguments[0]), sqlite3_value_double(arguments[1]),
                    sqlite3_value_double(arguments[2]), sqlite3_value_double(arguments[3])))
        }
        try register("quire_tagged", 3) { context, _, arguments in
            guard let arguments else { return }
            TagTest.isTagged(context, arguments)
        }
        try register("quire_double", 1) { context, _, arguments in
            guard let bits = arguments?[0] else { return }
            sqlite3_result_double(context, Double(bitPattern: UInt64(bitPattern: sqlite3_value_int64(bits))))
        }
        try register("quire_text", 1) { context, _, arguments in
            guard let digits = arguments?[0], let text = sqlite3_value_text(digits) else { return }
            let count = Int(sqlite3_value_bytes(digits)) / 2
            func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte &- 0x30 : (byte | 0x20) &- 0x57 }
            let bytes = (0..<count).map { digit(text[$0 * 2]) << 4 | digit(text[$0 * 2 + 1]) }
            bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_result_text(context, $0.baseAddress, Int32($0.count), SQLite.transient)
                }
            }
        }
    }
}
#endif
