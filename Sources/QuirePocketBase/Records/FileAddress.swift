import Foundation
import QuireCore
import QuireRemote

/// The addresses of the files that a server's records name.
struct FileAddress: Sendable {
    /// The address before the collection: `https://content.example.org/api/files/`.
    private let base: String

    init(baseURL: URL) {
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base + "/api/files/"
    }

    /// The address of a collection's files, with a slash at its end.
    func address(of collection: String) -> String { base + collection.percentEncoded + "/" }

    /// The address of a file.
    func address(of name: String, in collection: String, id: String) -> String {
        base + [collection, id, name].map(\.percentEncoded).joined(separator: "/")
    }

    /// The file's name, if the address is that of a file of the record.
    func name(of address: String, in collection: String, id: String) -> String? {
        let start = self.address(of: "", in: collection, id: id)
        guard address.hasPrefix(start) else { return nil }
        let rest = address.dropFirst(start.count).prefix { $0 != "?" }
        guard !rest.isEmpty, !rest.contains("/") else { return nil }
        return String(rest).removingPercentEncoding
    }
}

extension PocketBaseConnection {
    /// Where the server's files are.
    var files: FileAddress { FileAddress(baseURL: baseURL) }
}
