#if SQLite
import CSQLite
import QuireText

/// The vectors of a module's items in memory, kept between searches.
final class VectorRows: KeptRows {
    /// The number of rows that are copied if one of them changes.
    static let chunk = 1_024

    /// The vectors of consecutive rows; empty if none of them has one.
    private struct Chunk {
        /// The components of each row, one row after another.
        var components: [Int8] = []
        /// 0 for a row without a vector.
        var scales: [Float] = []
    }

    private let chunks: [Chunk]
    /// The rows whose texts have been embedded, those without a text included.
    let embeddedRows: RowSet
    private let dimensions: Int

    var count: Int { embeddedRows.count }

    init(_ source: RowColumn, last: Int64) throws {
        var reading = Reading(dimensions: source.columns)
        try source.connection.withStatement("SELECT item, scale, components FROM \(source.table)") { row in
            while try row.step() { reading.set(row, row.integer(0)) }
        }
        (chunks, embeddedRows, dimensions) = (reading.chunks, reading.embeddedRows, reading.dimensions)
    }

    private init(_ reading: Reading) {
        (chunks, embeddedRows, dimensions) = (reading.chunks, reading.embeddedRows, reading.dimensions)
    }

    func changed(by changes: RowChanges, _ source: RowColumn) throws -> VectorRows? {
        var reading = Reading(dimensions: dimensions, chunks: chunks, embeddedRows: embeddedRows)
        try source.connection.withStatement(
            "SELECT item, scale, components FROM \(source.table) WHERE item = ?"
        ) { row in
            for number in Set(changes.inserted + changes.updated + changes.removed) {
                row.reset()
                try row.bind(.integer(number), at: 1)
                if try row.step() { reading.set(row, number) } else { reading.remove(number) }
            }
        }
        return VectorRows(reading)
    }

    /// The vectors while they are read.
    private struct Reading {
        let dimensions: Int
        var chunks: [Chunk] = []
        var embeddedRows = RowSet()

        /// Sets the vector of a row. A damaged one counts as none.
        mutating func set(_ row: Statement, _ number: Int64) {
            guard RowSet.possible.contains(number) else { return }
            embeddedRows.insert(number)
            let (index, place) = (Int(number) / VectorRows.chunk, Int(number) % VectorRows.chunk)
            while chunks.count <= index { chunks.append(Chunk()) }
            if chunks[index].scales.isEmpty {
                chunks[index].components = Array(repeating: 0, count: VectorRows.chunk * dimensions)
                chunks[index].scales = Array(repeating: 0, count: VectorRows.chunk)
            }
            let scale = Float(sqlite3_column_double(row.handle, 1))
            let size = Int(sqlite3_column_bytes(row.handle, 2))
            guard size == dimensions, scale.isFinite, scale > 0,
                let bytes = sqlite3_column_blob(row.handle, 2)
            else {
                chunks[index].scales[place] = 0
                return
            }
            chunks[index].scales[place] = scale
            chunks[index].components.withUnsafeMutableBytes { components in
                components.baseAddress?.advanced(by: place * size).copyMemory(from: bytes, byteCount: size)
            }
        }

        mutating func remove(_ number: Int64) {
            guard embeddedRows.contains(number) else { return }
            embeddedRows.remove(number)
            chunks[Int(number) / VectorRows.chunk].scales[Int(number) % VectorRows.chunk] = 0
        }
    }

    // MARK: - Searching

    /// A row and its similarity to a query.
    struct Neighbour: Equatable {
        var item: Int64
        var similarity: Double
    }

    /// The nearest rows, nearest first. Of equally near ones, all that may be among the first are returned, in no order.
    ///
    /// - Parameters:
    ///   - rows: The rows to compare; `nil` for all.
    ///   - excluded: Rows that are not compared.
    func nearest(
        _ count: Int, to query: TextVector, among rows: RowSet?, excluding excluded: RowSet
    ) -> [Neighbour] {
        guard query.components.count == dimensions, count > 0 else { return [] }
        let wide = query.components.map(Int16.init)
        var neighbours: [Neighbour] = []
        var least = -Double.infinity
        // Rows that are equally near may be very many, so the list is not cut each time that it is full.
        var full = 8 * count
        wide.withUnsafeBufferPointer { query in
            guard let query = query.baseAddress else { return }
            for (index, chunk) in chunks.enumerated() where !chunk.scales.isEmpty {
                let first = Int64(index * Self.chunk)
                chunk.components.withUnsafeBufferPointer { components in
                    guard let components = components.baseAddress else { return }
                    func visit(_ place: Int) {
                        let scale = chunk.scales[place]
                        guard scale > 0 else { return }
                        let product = Self.product(components + place * dimensions, query, count: dimensions)
                        let similarity = Double(product) * Double(scale)
                        let item = first + Int64(place)
                        guard similarity >= least, !excluded.contains(item) else { return }
                        neighbours.append(Neighbour(item: item, similarity: similarity))
                        guard neighbours.count >= full else { return }
                        least = Self.cut(&neighbours, to: count)
                        full = max(full, 2 * neighbours.count)
                    }
                    if let rows {
                        rows.forEach(in: first..<first + Int64(Self.chunk)) { visit(Int($0 - first)) }
                    } else {
                        for place in 0..<Self.chunk { visit(place) }
                    }
                }
            }
        }
        _ = Self.cut(&neighbours, to: count)
        return neighbours
    }

    /// Sorts rows and keeps the nearest, with all that are as near as the last. Returns the similarity of the last, if
    /// there are so many.
    private static func cut(_ neighbours: inout [Neighbour], to count: Int) -> Double {
        neighbours.sort { $0.similarity > $1.similarity }
        guard neighbours.count > count else {
            return neighbours.count == count ? neighbours[count - 1].similarity : -.infinity
        }
        let least = neighbours[count - 1].similarity
        neighbours.removeSubrange((neighbours.firstIndex { $0.similarity < least } ?? neighbours.count)...)
        return least
    }

    /// The dot product. The compiler turns this form of the loop into vector instructions, because both factors have 16 bits.
    @inline(__always)
    private static func product(
        _ components: UnsafePointer<Int8>, _ query: UnsafePointer<Int16>, count: Int
    ) -> Int32 {
        var sum: Int32 = 0
        for index in 0..<count { sum &+= Int32(Int16(components[index])) &* Int32(query[index]) }
        return sum
    }
}
#endif
