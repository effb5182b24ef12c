/// The characters of scripts that are written without spaces between words.
enum ScriptRules {
    /// Whether the character, together with its marks, is a word of its own.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x0E01 { return false }
        return ranges.contains { $0.contains(value) }
    }

    /// Letters that follow their base character like marks: the sara am of Thai and Lao.
    static func isAttached(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x0E33 || scalar.value == 0x0EB3
    }

    /// The vowel that forms a sara am with the circle before it: ํ and า are ำ.
    static func isSecondHalf(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x0E32 || scalar.value == 0x0EB2
    }

    /// The hiragana for a letter of katakana.
    static func hiragana(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60)
        default: nil
        }
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x0E01...0x0EFF,  // Thai, Lao
        0x1000...0x109F,  // Myanmar
        0x1780...0x17FF,  // Khmer
        0x1950...0x19DF,  // Tai Le, New Tai Lue
        0x1A20...0x1AAF,  // Tai Tham
        0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C,  // Marks of Han and kana
        0x3041...0x30FF,  // Hiragana, Katakana
        0x3105...0x312F, 0x31A0...0x31BF,  // Bopomofo
        0x31F0...0x31FF,  // Katakana extensions
        0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
        0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Myanmar extensions
        0xAA80...0xAADF,  // Tai Viet
        0xF900...0xFAFF,  // Han
        0x16FE0...0x18DFF,  // Tangut, Khitan, and their marks
        0x1AFF0...0x1B16F,  // Kana extensions
        0x1B170...0x1B2FF,  // Nushu
        0x20000...0x3FFFF,  // Han
    ]
}
