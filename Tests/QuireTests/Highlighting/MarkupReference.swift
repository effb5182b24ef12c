import Quire

/// The grammar of highlight markup, read slowly, character by character: the reference for `HighlightMarkup`.
struct MarkupReference {
    let opening: String
    let closing: String
    var isCaseSensitive = true
    /// Entities and their characters; an empty list decodes none.
    var entities: [(String, Unicode.Scalar)] = []

    private struct Piece {
        var scalar: Unicode.Scalar
        /// The numbers of the highlights that contain the character, in whole or in part.
        var highlights: Set<Int>
    }

    func parts(of text: String) -> [HighlightedText.Part] {
        let pieces = decoded(pieces(of: text))
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: pieces.map(\.scalar))
        var parts: [HighlightedText.Part] = []
        var last: Set<Int> = []
        var next = 0
        for character in String(plain) {
            let count = character.unicodeScalars.count
            let highlights = pieces[next..<next + count].reduce(into: Set<Int>()) {
                $0.formUnion($1.highlights)
            }
            next += count
            let goesOn = highlights.isEmpty ? last.isEmpty : !highlights.isDisjoint(with: last)
            if goesOn, !parts.isEmpty {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append(.init(String(character), isHighlighted: !highlights.isEmpty))
            }
            last = highlights
        }
        return parts
    }

    private func pieces(of text: String) -> [Piece] {
        var rest = Array(text.unicodeScalars)
        var pieces: [Piece] = []
        var depth = 0
        var number = 0
        while !rest.isEmpty {
            if begins(rest, with: opening) {
                if depth == 0 { number += 1 }
                depth += 1
                rest.removeFirst(opening.unicodeScalars.count)
            } else if begins(rest, with: closing) {
                depth = depth == 0 ? 0 : depth - 1
                rest.removeFirst(closing.unicodeScalars.count)
            } else {
                pieces.append(Piece(scalar: rest.removeFirst(), highlights: depth > 0 ? [number] : []))
            }
        }
        return pieces
    }

    private func begins(_ scalars: [Unicode.Scalar], with tag: String) -> Bool {
        func spelled(_ scalar: Unicode.Scalar) -> String {
            isCaseSensitive || !scalar.isASCII ? "\(scalar)" : "\(scalar)".lowercased()
        }
        let tag = Array(tag.unicodeScalars)
        return scalars.count >= tag.count && zip(scalars, tag).allSatisfy { spelled($0) == spelled($1) }
    }

    private func decoded(_ pieces: [Piece]) -> [Piece] {
        var decoded: [Piece] = []
        var index = 0
        while index < pieces.count {
            let rest = pieces[index...]
            let entity = entities.first { spelling, _ in
                rest.map(\.scalar).starts(with: spelling.unicodeScalars)
            }
            guard let entity else {
                decoded.append(pieces[index])
                index += 1
                continue
            }
            let count = entity.0.unicodeScalars.count
            let highlights = rest.prefix(count).reduce(into: Set<Int>()) { $0.formUnion($1.highlights) }
            decoded.append(Piece(scalar: entity.1, highlights: highlights))
            index += count
        }
        return decoded
    }
}
