import Foundation

/// Traditional characters and their simplified forms, by the tables that Foundation has for the transformation of Chinese.
enum HanVariants {
    /// The simplified form of a traditional character; `nil` if there is none, or it is the same.
    static func simplified(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        isHan(scalar.value) ? table[scalar] : nil
    }

    private static func isHan(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

    private static let ranges: [ClosedRange<UInt32>] = [0x3400...0x4DBF, 0x4E00...0x9FFF]

    /// Created in one call. Each character stands on a line of its own, so that none is read together with its neighbours.
    private static let table: [Unicode.Scalar: Unicode.Scalar] = {
        let characters = ranges.joined().compactMap(Unicode.Scalar.init)
        let lines = characters.map { String($0) }.joined(separator: "\n")
        let transform = StringTransform("Hant-Hans")
        let simplified = lines.applyingTransform(transform, reverse: false)?.split(separator: "\n") ?? []
        guard simplified.count == characters.count else { return [:] }
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (character, form) in zip(characters, simplified) {
            let scalars = form.unicodeScalars
            if let only = scalars.first, scalars.count == 1, only != character { table[character] = only }
        }
        return table
    }()
}
