/// The typed values in exports of MongoDB: `{"$oid": "5f…"}`, `{"$date": "2024-02-29T12:00:00Z"}`, `{"$numberLong": "12"}`.
enum ExtendedJSON {
    /// Whether a text can contain such values.
    static func mayOccur(in bytes: UnsafeRawBufferPointer) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == UInt8(ascii: "$"), previous == UInt8(ascii: "\"") { return true }
            previous = byte
        }
        return false
    }

    /// Replaces typed values by plain ones.
    static func plain(_ members: [DataValue.Member]) -> [DataValue.Member] {
        members.map { DataValue.Member(name: $0.name, value: plain($0.value)) }
    }

    private static func plain(_ value: DataValue) -> DataValue {
        switch value {
        case .list(let elements): return .list(elements.map(plain))
        case .object(let members):
            if members.count == 1, members[0].name.hasPrefix("$"), let plain = typed(members[0]) {
                return plain
            }
            return .object(plain(members))
        case .null, .boolean, .number, .text, .cell: return value
        }
    }

    private static func typed(_ member: DataValue.Member) -> DataValue? {
        switch (member.name, member.value) {
        case ("$oid", .text), ("$uuid", .text), ("$symbol", .text), ("$date", .text): member.value
        case ("$date", .number(let token)): moment(token)
        case ("$date", .object(let inner)):
            if inner.count == 1, inner[0].name == "$numberLong", case .text(let token) = inner[0].value {
                moment(token)
            } else {
                nil
            }
        case ("$numberLong", .text(let token)), ("$numberInt", .text(let token)):
            Int64(token).map { .number(String($0)) }
        case ("$numberDouble", .text(let token)), ("$numberDecimal", .text(let token)):
            Double(token).flatMap { $0.isFinite ? .number(token) : nil }
        default: nil
        }
    }

    /// Milliseconds since 1970 as RFC 3339, as other dates of the same exports are.
    private static func moment(_ token: String) -> DataValue? {
        // The years 1 to 9999.
        guard let milliseconds = Int64(token),
            (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds)
        else { return nil }
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let sinceYear0 = milliseconds + 719_468 * 86_400_000
        let (days, time) = sinceYear0.quotientAndRemainder(dividingBy: 86_400_000)
        // Years begin in March here, so that the leap day is the last one.
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * march + 2) / 5 + 1
        let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1000)
        return .text(
            "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(seconds / 3600, 2)):"
                + "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(fraction, 3))Z")
    }
}
