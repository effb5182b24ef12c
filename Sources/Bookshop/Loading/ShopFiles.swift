import Foundation

/// The NDJSON files of a shop: one module per file, one item per line.
struct ShopFiles: Equatable, Sendable {
    struct File: Equatable, Sendable {
        /// The module's wire name.
        var module: String
        var url: URL
    }

    /// The files in module order, so that related items are loaded first.
    var files: [File]

    /// The modules in loading order.
    static let modules = ["publishers", "authors", "books", "reviews", "shop"]

    /// The bundled data.
    static func shipped() throws -> ShopFiles {
        guard let folder = Bundle.module.url(forResource: "Data", withExtension: nil) else {
            throw BookshopError(
                "The shop's own data is missing beside the program. Build it again: swift build.")
        }
        return try ShopFiles(path: folder.path)
    }

    /// A file, or all files of a folder. Their names contain the module: `books.ndjson`, `my-authors.ndjson`.
    init(path: String) throws {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw BookshopError("There is no file or folder at '\(path)'.")
        }
        guard isFolder.boolValue else {
            guard let module = Self.module(of: url) else {
                throw BookshopError(
                    "Cannot determine the module of '\(path)': its name must contain "
                        + "\(listed(Self.modules)), as in 'my-books.ndjson'.")
            }
            files = [File(module: module, url: url)]
            return
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        let dataFiles = names.filter { $0.hasSuffix(".ndjson") }.compactMap { name -> File? in
            let file = url.appendingPathComponent(name)
            return Self.module(of: file).map { File(module: $0, url: file) }
        }
        files = Self.modules.flatMap { module in dataFiles.filter { $0.module == module } }
        guard !files.isEmpty else {
            throw BookshopError(
                "The folder '\(path)' has no data: expected files such as books.ndjson or my-authors.ndjson.")
        }
    }

    /// The module at the end of the file's name: `goodbooks-authors.ndjson` contains authors.
    private static func module(of url: URL) -> String? {
        let words = url.deletingPathExtension().lastPathComponent.lowercased().split { !$0.isLetter }
        return words.reversed().lazy.compactMap { word in modules.first { $0 == word } }.first
    }

    /// Identifies this data: paths, sizes and modification times.
    func fingerprint() throws -> String {
        try files.map { file in
            let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
            let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
            let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return "\(file.url.path) \(size) \(changed)"
        }
        .joined(separator: "\n")
    }
}
