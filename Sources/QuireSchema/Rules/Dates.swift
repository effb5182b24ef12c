/// The first millisecond of a day `2024-02-29`, since 1970-01-01T00:00:00Z.
func parseDay(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, let day = day(bytes) else { return nil }
    return day * 86_400_000
}

/// A moment `2024-02-29T12:00:00.5+01:00` in milliseconds since 1970-01-01T00:00:00Z; finer fractions are cut.
func parseRFC3339(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let day = day(bytes), bytes[10] | 0x20 == 0x74,
        bytes[13] == 0x3A, bytes[16] == 0x3A, let hour = digits(bytes, at: 11, count: 2),
        let minute = digits(bytes, at: 14, count: 2),
        let second = digits(bytes, at: 17, count: 2), hour < 24, minute < 60, second < 60
    else { return nil }
    var offset = 19
    var milliseconds: Int64 = 0
    if bytes[offset] == 0x2E {
        offset += 1
        var scale: Int64 = 100
        let fraction = offset
        while offset < bytes.count, bytes[offset] >= 0x30, bytes[offset] <= 0x39 {
            milliseconds += Int64(bytes[offset] - 0x30) * scale
            scale /= 10
            offset += 1
        }
        if offset == fraction { return nil }
    }
    guard offset < bytes.count else { return nil }
    var zone: Int64 = 0
    if bytes[offset] | 0x20 == 0x7A {
        offset += 1
    } else {
        guard bytes[offset] == 0x2B || bytes[offset] == 0x2D, bytes.count == offset + 6,
            bytes[offset + 3] == 0x3A,
            let hours = digits(bytes, at: offset + 1, count: 2),
            let minutes = digits(bytes, at: offset + 4, count: 2), hours < 24,
            minutes < 60
        else { return nil }
        zone = (hours * 60 + minutes) * 60_000
        if bytes[offset] == 0x2D { zone = -zone }
        offset += 6
    }
    if offset != bytes.count { return nil }
    let time = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
    return day * 86_400_000 + time - zone
}

/// Milliseconds since 1970-01-01T00:00:00Z as `2024-02-29T12:00:00.000Z`.
package func formatRFC3339(_ milliseconds: Int64) -> String {
    let day = floorDivide(milliseconds, 86_400_000)
    let time = milliseconds - day * 86_400_000
    let clock =
        padded(time / 3_600_000, 2) + ":" + padded(time / 60_000 % 60, 2) + ":" + padded(time / 1000 % 60, 2)
    return formatDay(milliseconds) + "T" + clock + "." + padded(time % 1000, 3) + "Z"
}

/// The day `2024-02-29` of a time.
package func formatDay(_ milliseconds: Int64) -> String {
    // Days to civil date. Years start in March, so that the leap day is the last one.
    let shifted = floorDivide(milliseconds, 86_400_000) + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
}

/// Days since 1970-01-01 of the ten bytes `2024-02-29`.
private func day(_ bytes: [UInt8]) -> Int64? {
    guard bytes[4] == 0x2D, bytes[7] == 0x2D, let year = digits(bytes, at: 0, count: 4),
        let month = digits(bytes, at: 5, count: 2),
        let day = digits(bytes, at: 8, count: 2), month >= 1, month <= 12, day >= 1
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if day > lengths[Int(month) - 1] { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}

private func digits(_ bytes: [UInt8], at start: Int, count: Int) -> Int64? {
    guard start + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for index in start..<start + count {
        guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
        value = value * 10 + Int64(bytes[index] - 0x30)
    }
    return value
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

private func padded(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}
