import Foundation

/// Tests of texts for forms that many fields have.
enum TextForms {
    /// Whether a text is an absolute URL.
    static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text.utf8[colon...].starts(with: "://".utf8),
            ["http", "https", "ftp", "ftps", "s3", "gs"].contains(text[..<colon].lowercased())
        else { return false }
        let rest = text.utf8[colon...].dropFirst(3)
        return !rest.isEmpty
            && !rest.contains { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\"") }
    }

    /// Whether a text has digits only.
    static func isDigits(_ text: String) -> Bool { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } }

    /// `#fff`, `#ff8800`, `#ff880080`.
    static func isColor(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "#"), [4, 5, 7, 9].contains(text.utf8.count) else {
            return false
        }
        return text.utf8.dropFirst().allSatisfy {
            0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
        }
    }

    /// Letters, digits, dashes and the like without spaces, with at least one digit: an identifier.
    static func isCode(_ text: String) -> Bool {
        var hasDigit = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: hasDigit = true
            case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "+"):
                continue
            default: return false
            }
        }
        return hasDigit
    }

    private static let tags: Set<String> = [
        "p", "br", "b", "i", "em", "strong", "a", "ul", "ol", "li", "div", "span", "h1", "h2", "h3", "h4",
        "table", "img", "blockquote", "code", "pre", "u",
    ]

    /// Whether a text contains an HTML tag.
    static func hasMarkup(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[rest.index(after: open)...]
            if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
            let name = rest.prefix(11).prefix {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 0x30...0x39 ~= $0
            }
            if tags.contains(String(Substring(name)).lowercased()),
                let next = rest.dropFirst(name.count).first,
                [UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20].contains(next)
            {
                return true
            }
        }
        return false
    }

    /// `12/31/2024` or `31/12/2024`: the order of day and month is not clear.
    static func isAmericanDate(_ text: String) -> Bool {
        guard text.utf8.count <= 10, text.utf8.contains(UInt8(ascii: "/")) else { return false }
        let parts = text.split(separator: "/")
        return parts.count == 3 && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
            && parts[0].utf8.count <= 2 && parts[1].utf8.count <= 2 && parts[2].utf8.count >= 2
    }
}

/// What a URL leads to, by its ending.
enum MediaKind: Hashable {
    case image, video, audio, document, page

    private static let endings: [String: MediaKind] = [
        "jpg": .image, "jpeg": .image, "png": .image, "gif": .image, "webp": .image, "svg": .image,
        "avif": .image, "heic": .image, "bmp": .image, "tif": .image, "tiff": .image, "ico": .image,
        "mp4": .video, "mov": .video, "webm": .video, "m3u8": .video, "mkv": .video, "avi": .video,
        "m4v": .video,
        "mp3": .audio, "m4a": .audio, "wav": .audio, "ogg": .audio, "flac": .audio, "aac": .audio,
        "pdf": .document, "doc": .document, "docx": .document, "xls": .document, "xlsx": .document,
        "ppt": .document, "pptx": .document, "epub": .document, "odt": .document,
    ]

    init(url: String) {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let last = path.split(separator: UInt8(ascii: "/")).last ?? path
        guard let dot = last.lastIndex(of: UInt8(ascii: ".")), last.count <= 300 else {
            self = .page
            return
        }
        self = Self.endings[String(Substring(last[last.index(after: dot)...])).lowercased()] ?? .page
    }
}
