import Foundation
import QuireCore

/// Breaks pages in ways that parsers get wrong, and reports where the decoder and `JSONSerialization` disagree.
package struct PageMutator {
    private var random: SeededGenerator
    private var pages: [Data] = []
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var gadgets = RandomGadgets(seed: seed)
        for _ in 0..<8 { pages.append(Data(gadgets.page(items: 2).utf8)) }
    }

    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", "\\u", "\\uD800", "\\uDC00", "{", "}", "[", "]", ",", ":", "null", "true", "-", ".",
            "e", "0", "1e999", "\n",
            "99999999999999999999", "\"id\":", "{\"id\":\"x\",\"values\":{", "\"title\":", "\"maker\":", " ",
        ].map { Array($0.utf8) } + [
            [0], [0x1F], [0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xFF], [0xF0, 0x9F, 0x98, 0x80],
        ]

    /// A page with one to four changes.
    package mutating func mutated() -> Data {
        Self.damaged(pages.randomElement(using: &random) ?? Data(), using: &random)
    }

    /// The bytes with one to four changes.
    package static func damaged(_ data: Data, using random: inout SeededGenerator) -> Data {
        var bytes = Array(data)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let other = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            case 4: bytes.removeSubrange(min(place, other)..<min(max(place, other), min(place, other) + 20))
            case 5:
                bytes.insert(
                    contentsOf: bytes[min(place, other)..<min(max(place, other), min(place, other) + 40)],
                    at: place)
            default: bytes.removeLast(Int.random(in: 0...min(10, bytes.count), using: &random))
            }
        }
        return Data(bytes)
    }

    /// The disagreement in how the bytes are read, or `nil`.
    package func difference(_ data: Data) -> String? {
        var isJSON = true
        do throws(ValueDecodingError) {
            _ = try JSONReading.value(data)
        } catch {
            // A number that no double can hold is valid JSON and skipped; other parsers disagree.
            if error.reason == .outOfRange {
                return (try? JSONReading.skip(data)) == nil ? nil : differenceOfPages(data, isJSON: nil)
            }
            isJSON = false
            if Self.isAfterTrailingComma(error.offset, data) { return differenceOfPages(data, isJSON: false) }
        }
        if ((try? JSONReading.skip(data)) != nil) != isJSON { return "skipping and reading disagree" }
        let isFoundationJSON =
            (try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])) != nil
        if isJSON != isFoundationJSON {
            return "JSON here: \(isJSON), for JSONSerialization: \(isFoundationJSON)"
        }
        return differenceOfPages(data, isJSON: isJSON)
    }

    /// Whether an object or array ends after a comma at the offset, which `JSONSerialization` accepts on Linux.
    private static func isAfterTrailingComma(_ offset: Int, _ data: Data) -> Bool {
        guard offset < data.count, [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(data[offset]) else {
            return false
        }
        return data[..<offset].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ",")
    }

    private func differenceOfPages(_ data: Data, isJSON: Bool?) -> String? {
        // Keeping unknown values or not must not matter: strict and lenient are compared for each.
        for keepsUnknownValues in [false, true] {
            var strict = DecodingOptions()
            strict.keepsUnknownValues = keepsUnknownValues
            var lenient = strict
            lenient.mode = .lenient
            let all = Result { try decoder.decodePage(data, options: strict) }
            let some = Result { try decoder.decodePage(data, options: lenient) }
            if isJSON == false {
                if (try? all.get()) != nil { return "a page that is no JSON was read" }
                // Damage inside an item costs that item; values beside the items are ignored.
                if let page = try? some.get(), page.rejected.isEmpty, all.failedInAnItem {
                    return "an item that is no JSON was dropped without an error"
                }
            }
            switch (all, some) {
            case (.success(let all), .success(let some)):
                if all.items != some.items || !some.rejected.isEmpty {
                    return "lenient reads something else than strict"
                }
            case (.success, .failure): return "lenient fails where strict does not"
            case (.failure(let error as ContentDecodingError), _):
                guard let offset = error.byteOffset, 0...data.count ~= offset else {
                    return "no place in the document"
                }
            case (.failure, _): return "another error"
            }
        }
        return nil
    }
}

extension Result {
    /// Whether the error belongs to one of a page's items.
    fileprivate var failedInAnItem: Bool {
        guard case .failure(let error as ContentDecodingError) = self else { return false }
        return error.path.hasPrefix("[") || error.path.hasPrefix("items[")
    }
}
