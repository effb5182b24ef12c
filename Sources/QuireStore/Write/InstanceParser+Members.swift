#if SQLite

import QuireCore

/// Reads members of objects into their columns.
extension InstanceParser {
    /// Reads a member of an object into the columns of its field.
    mutating func readMember(
        _ field: Int, _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        let start = json
        let skipped = row.skipped.count
        let (keepsIncompatible, refusesRounding) = (row.keepsIncompatible, row.refusesRounding)
        row.keepsIncompatible = true
        row.refusesRounding = false
        defer {
            row.keepsIncompatible = keepsIncompatible
            row.refusesRounding = refusesRounding
            row.skipped.removeSubrange(skipped...)
        }
        do throws(ValueDecodingError) {
            try row.read(
                kinds[field], shape.layout.fields[field].storage, slots: shape.slots[field], field: field,
                from: &json, in: bytes)
        } catch {
            guard !error.isMalformed else { throw error }
            json = start
            clear(field)
            try json.skipValue()
        }
    }

    /// Appends the row of a listed object without values.
    ///
    /// - Returns: Where the row starts among the cells of its table.
    mutating func appendObject(_ table: Int, _ positions: [Int64]) -> Int {
        let start = row.objects[table].count
        for position in positions { row.objects[table].append(.integer(position)) }
        for _ in positions.count..<shape.objects[table].columns.count { row.objects[table].append(.null) }
        return start
    }

    /// Reads the value of a member into the row of its object.
    mutating func readValue(
        _ column: MemberCells.ListedMember, _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer,
        inRow start: Int
    ) throws(ValueDecodingError) {
        guard try read(column, column.storage, from: &json, in: bytes) else { return }
        setValue(of: column, inRow: start)
    }

    /// Reads a list of values, each into a row of its own.
    mutating func readValues(
        _ column: MemberCells.ListedMember, _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer,
        at positions: [Int64]
    ) throws(ValueDecodingError) {
        guard try read(column, .list(column.storage), from: &json, in: bytes) else { return }
        if column.storage == .json {
            // Its values are not compared, but they exist.
            guard !member.cells[ListedMember.smallest].isNull else { return }
            setValue(of: column, inRow: appendObject(column.table, positions + [0]))
        }
        for (position, element) in member.elements.enumerated() {
            member.set(element.element)
            setValue(of: column, inRow: appendObject(column.table, positions + [Int64(position)]))
        }
    }

    private typealias ListedMember = MemberCells.ListedMember

    /// Reads a value into `member`. Returns `false` if it does not fit.
    private mutating func read(
        _ column: MemberCells.ListedMember, _ storage: Storage, from json: inout JSONCursor,
        in bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) -> Bool {
        for index in member.cells.indices { member.cells[index] = .null }
        member.elements.removeAll(keepingCapacity: true)
        member.skipped.removeAll(keepingCapacity: true)
        let start = json
        do throws(ValueDecodingError) {
            try member.read(column.kind, storage, slots: ListedMember.slots, field: 0, from: &json, in: bytes)
            return true
        } catch {
            guard !error.isMalformed else { throw error }
            json = start
            try json.skipValue()
            return false
        }
    }

    /// Sets the columns of a member to the value that was read last.
    private mutating func setValue(of column: MemberCells.ListedMember, inRow start: Int) {
        let slots = column.slots
        let value = column.storage == .json ? Cell.integer(1) : member.cells[ListedMember.slots.value]
        if slots.value >= 0 { row.objects[column.table][start + slots.value] = value }
        if slots.folded >= 0 {
            row.objects[column.table][start + slots.folded] = member.cells[ListedMember.slots.folded]
        }
        if slots.latitude >= 0, slots.longitude >= 0 {
            row.objects[column.table][start + slots.latitude] = member.cells[ListedMember.slots.latitude]
            row.objects[column.table][start + slots.longitude] = member.cells[ListedMember.slots.longitude]
        }
        guard let smallest = column.own?.smallest, smallest >= 0 else { return }
        if column.storage == .place || column.storage == .json {
            row.cells[smallest] = .integer(1)
        } else if row.cells[smallest].isNull || value.precedes(row.cells[smallest]) {
            row.cells[smallest] = value
        }
    }
}

extension MemberCells.ListedMember {
    /// The slots of `InstanceParser.member`.
    fileprivate static let slots = RowShape.Slots(
        value: 0, folded: 1, smallest: smallest, latitude: 3, longitude: 4)
    fileprivate static let smallest = 2
}

extension RowCells {
    /// Sets the cells of a single value to an element of a list.
    fileprivate mutating func set(_ element: Element) {
        cells[1] = .null
        switch element {
        case .integer(let integer): cells[0] = .integer(integer)
        case .real(let real): cells[0] = .real(real)
        case .text(let text):
            cells[0] = .text(text)
            if !text.utf8.allSatisfy({ $0 < 0x80 }) { cells[1] = cells[0].folded }
        case .place(let latitude, let longitude): (cells[3], cells[4]) = (.real(latitude), .real(longitude))
        }
    }
}

extension Cell {
    /// Whether the value comes before another one of the same type.
    fileprivate func precedes(_ other: Cell) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        case (.bytes(let left), .text(let right)): left.lexicographicallyPrecedes(right.utf8)
        case (.text(let left), .bytes(let right)): left.utf8.lexicographicallyPrecedes(right)
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}
#endif
