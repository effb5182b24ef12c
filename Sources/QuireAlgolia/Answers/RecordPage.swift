import Foundation
import Quire

/// Puts instances together again from records.
enum RecordPage {
    /// The instances of records, as JSON.
    ///
    /// - Parameter shown: The fields that the instances have; `nil` means all, and unknown ones too.
    /// - Throws: `AlgoliaAnswerError` for a record that this engine did not write.
    static func instances(
        of records: [SearchAnswer.Record], _ index: RecordIndex, shown: [IndexedField]?,
        shape: LocalizedShape? = nil, request: String
    ) throws -> [[UInt8]] {
        let ordinals = shown.map { Set($0.map(\.ordinal)).sorted() }
        return try records.enumerated().map { position, record in
            guard
                let bytes = instance(
                    of: shape.map { $0.applied(to: record, of: index) } ?? record, index, ordinals)
            else {
                throw AlgoliaAnswerError(
                    request: request, place: "hits[\(position)]", expected: "a record that holds an instance")
            }
            return bytes
        }
    }

    private static func instance(
        of record: SearchAnswer.Record, _ index: RecordIndex, _ ordinals: [Int]?
    ) -> [UInt8]? {
        guard let metadata = record.metadata, metadata.utf8.first == UInt8(ascii: "{"),
            metadata.utf8.last == UInt8(ascii: "}")
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            metadata.utf8.count + record.values.reduce(32) { $0 + ($1?.utf8.count ?? 0) + 16 })
        bytes += metadata.utf8.dropLast()
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += "\"values\":".utf8
        if let unknown = record.unknown, unknown.utf8.first != UInt8(ascii: "{") {
            bytes += unknown.utf8
        } else {
            append(record, index, ordinals, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return isOneValue(bytes) ? bytes : nil
    }

    private static func append(
        _ record: SearchAnswer.Record, _ index: RecordIndex, _ ordinals: [Int]?, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: "{"))
        var needsComma = false
        for ordinal in ordinals ?? Array(record.values.indices) {
            guard let value = record.values[ordinal] else { continue }
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            needsComma = true
            bytes += index.quotedNames[ordinal]
            bytes += value.utf8
        }
        if ordinals == nil, let unknown = record.unknown?.utf8.dropFirst().dropLast(), !unknown.isEmpty {
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            bytes += unknown
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Whether the parts of a record came to one value, so that it cannot pass for more than one item.
    private static func isOneValue(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            do throws(DecodingFailure) {
                try JSONCursor.withCursor(over: buffer) { (json) throws(DecodingFailure) in
                    try json.skipValue()
                    try json.expectEnd()
                }
                return true
            } catch {
                return false
            }
        }
    }
}

extension LocalizedShape {
    /// A record with its localized texts in the language alone.
    fileprivate func applied(to record: SearchAnswer.Record, of index: RecordIndex) -> SearchAnswer.Record {
        var record = record
        for field in index.module.values where field.descriptor.kind == .localizedText {
            guard let text = record.values[field.ordinal] else { continue }
            let stored = StoredInstance(metadata: "{}", values: [field.physicalName: text], rest: nil)
            record.values[field.ordinal] = applied(to: stored, of: index.module).values[field.physicalName]
        }
        return record
    }
}
