import Foundation
import QuireToolbox

/// The folding of each character, in pages of 256. A page is built when a text first needs it.
///
/// Pages live as long as the process, so that a scanner can read them without reference counting.
final class FoldingPages: Sendable {
    typealias Snapshot = [FoldingPage?]

    private static let common = FoldingPages(.common)
    private static let turkic = FoldingPages(.turkic)

    static func of(_ language: FoldingLanguage) -> FoldingPages { language == .turkic ? turkic : common }

    private let rules: FoldingRules
    private let pages = Locked(Snapshot(repeating: nil, count: 0x110000 >> 8))

    private init(_ language: FoldingLanguage) { rules = FoldingRules(language: language) }

    /// The pages built so far.
    var snapshot: Snapshot { pages.value }

    /// The pages built so far, including the one with this number.
    func snapshot(with number: Int) -> Snapshot {
        let page = FoldingPage(number, rules)
        return pages.withLock { pages in
            if pages[number] == nil { pages[number] = page } else { page.free() }
            return pages
        }
    }
}

/// The folding of 256 characters.
///
/// Unchecked, because its memory is written once, before the page is shared.
struct FoldingPage: @unchecked Sendable {
    struct Entry {
        var kind: FoldingRules.Kind
        var length: UInt8
        /// The canonical combining class of a mark that is kept.
        var markClass: UInt8 = 0
        var offset: UInt16
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let bytes: UnsafeMutablePointer<UInt8>

    init(_ number: Int, _ rules: FoldingRules) {
        let scalars = (number << 8..<(number + 1) << 8).map { UInt32($0) }.map(Unicode.Scalar.init)
        let canonical = Self.decomposed(scalars) { $0.decomposedStringWithCanonicalMapping }
        let compatible = Self.decomposed(scalars) { $0.decomposedStringWithCompatibilityMapping }
        entries = .allocate(capacity: 256)
        var folded: [UInt8] = []
        for (index, scalar) in scalars.enumerated() {
            guard let scalar else {
                (entries + index).initialize(to: Entry(kind: .separator, length: 0, offset: 0))
                continue
            }
            let entry = rules.entry(of: scalar, canonical: canonical[index], compatible: compatible[index])
            let bytes = entry.folded.flatMap { Array($0.utf8) }
            let markClass =
                entry.kind == .mark ? entry.folded[0].properties.canonicalCombiningClass : .notReordered
            (entries + index).initialize(
                to: Entry(
                    kind: entry.kind, length: UInt8(bytes.count), markClass: markClass.rawValue,
                    offset: UInt16(folded.count)))
            folded += bytes
        }
        bytes = .allocate(capacity: folded.count + 1)
        bytes.initialize(repeating: 0, count: folded.count + 1)
        for (index, byte) in folded.enumerated() { bytes[index] = byte }
    }

    func entry(of scalar: UInt32) -> Entry { entries[Int(scalar & 0xFF)] }

    func bytes(of entry: Entry) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.length))
    }

    /// Only for a page that was never shared.
    func free() {
        entries.deallocate()
        bytes.deallocate()
    }

    /// The decompositions of the scalars, computed in one call. Line feeds separate them.
    private static func decomposed(
        _ scalars: [Unicode.Scalar?], _ decompose: (String) -> String
    ) -> [[Unicode.Scalar]] {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            if let scalar, scalar != "\n" { text.append(scalar) }
            text.append("\n")
        }
        return decompose(String(text)).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    }
}
