import Foundation

/// The files of the page. They are part of the program, so that it needs no folder beside it, and no network.
struct PageFiles: Sendable {
    /// A folder to read the files from instead, to work on the page without building.
    var folder: String?

    /// The file with a name, and its media type; `nil` if there is none.
    func file(_ name: String) -> (type: String, bytes: [UInt8])? {
        guard let dot = name.lastIndex(of: "."),
            let type = Self.types[String(name[name.index(after: dot)...])]
        else { return nil }
        if let folder, Self.isName(name) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return (type, [UInt8](data))
        }
        return Self.embedded[name].map { (type, $0()) }
    }

    /// Whether the text names a file of the folder itself.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
            && !name.hasPrefix(".")
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    private static let embedded: [String: @Sendable () -> [UInt8]] = [
        "app.js": { PackageResources.app_js },
        "index.html": { PackageResources.index_html },
        "style.css": { PackageResources.style_css },
    ]
}
