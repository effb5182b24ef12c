#if SQLite
import Foundation

/// SQLite's write-ahead log of a store, as it was left on disk.
///
/// SQLite reads it up to the first frame with a wrong checksum and ignores the rest. After a crash, that is where
/// writing stopped. But if committed transactions of the same log follow, they are lost.
struct WriteAheadLog {
    /// The number of transactions after the first unreadable frame.
    private(set) var lostCommits = 0

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// Reads the log next to a store's file. There is none if everything has been moved into the file.
    init(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path + "-wal") else { return }
        defer { try? file.close() }
        guard let header = try file.read(upToCount: Self.headerSize), header.count == Self.headerSize else {
            return
        }
        let magic = Self.word(header, 0)
        var isReadable = magic & 0xFFFF_FFFE == 0x377F_0682
        let isBigEndian = magic & 1 == 1
        let pageSize = isReadable ? Int(Self.word(header, 8)) : 4_096
        guard pageSize >= 512, pageSize <= 65_536 else { return }
        var sum = (UInt32(0), UInt32(0))
        header.prefix(24).withUnsafeBytes { Self.add($0, isBigEndian, to: &sum) }
        if sum != (Self.word(header, 24), Self.word(header, 28)) { isReadable = false }
        // If the header is damaged, the first frame has a copy of the salts.
        var salts = isReadable ? (Self.word(header, 16), Self.word(header, 20)) : nil
        let size = Self.frameHeaderSize + pageSize
        while let block = try file.read(upToCount: size * 256), !block.isEmpty {
            var start = block.startIndex
            while start + size <= block.endIndex {
                let frame = block[start..<start + size]
                start += size
                let own = (Self.word(frame, 8), Self.word(frame, 12))
                if salts == nil { salts = own }
                guard let salts, own == salts else {
                    isReadable = false
                    continue
                }
                if isReadable {
                    frame.withUnsafeBytes {
                        Self.add(UnsafeRawBufferPointer(rebasing: $0[..<8]), isBigEndian, to: &sum)
                        Self.add(UnsafeRawBufferPointer(rebasing: $0[24...]), isBigEndian, to: &sum)
                    }
                    isReadable = sum == (Self.word(frame, 16), Self.word(frame, 20))
                }
                // Frames of a transaction that was rolled back may follow the end; they have no commit mark.
                if !isReadable, Self.word(frame, 4) != 0 { lostCommits += 1 }
            }
        }
    }

    private static func word(_ data: Data, _ offset: Int) -> UInt32 {
        data.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }

    /// SQLite's checksum over pairs of words.
    private static func add(
        _ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool, to sum: inout (UInt32, UInt32)
    ) {
        var (first, second) = sum
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let other = bytes.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self)
            first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
            second &+= (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
            offset &+= 8
        }
        sum = (first, second)
    }
}
#endif
