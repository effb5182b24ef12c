public import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

extension PocketBaseEngine {
    /// Uploads files into a field of an item, and returns the item with the addresses that the server gave them.
    ///
    /// ```swift
    /// let book = try await engine.upload([.file(file)], to: \.cover, of: book.id) { sent, total in
    ///     show(sent, total)
    /// }
    /// // PATCH /api/collections/books/records/57ea6aa4 (multipart/form-data: cover=@…)
    /// ```
    /// The bodies are read from a temporary file while they are sent, so large files take no memory. To remove files,
    /// update the field: clear it, or set the addresses that stay. Create the item before you upload.
    ///
    /// In a managed collection, a list may also have addresses of other servers. Its files are in a column of their own, so
    /// two writes store them: first the files, then the list.
    ///
    /// - Parameters:
    ///   - files: The files, in order.
    ///   - id: The id of the item.
    ///   - field: A field of the type image, video, audio or document, or a list of these.
    ///   - keepsOthers: Whether the files are added to those of a list. If not, they replace them.
    ///   - timeout: The time for the whole upload.
    ///   - progress: Receives the number of sent bytes and the total, from any thread.
    /// - Throws: `WriteError` with the reason `invalid` for a file that cannot be read or that the server rejects, `notFound`
    ///   for a missing item, `conflict` if another write at the same time removed the files; `TransportError`.
    @discardableResult
    public func upload<Module, P: FieldReference>(
        _ files: [PocketBaseFile], to field: KeyPath<Module.Fields, P>, of id: ContentID<Module>,
        keepsOthers: Bool = false, timeout: Duration = .seconds(3_600),
        progress: RequestUpload.Progress? = nil
    ) async throws -> Content<Module> where P.Value: FileValue {
        let upload = FileUpload(
            files: files, field: field.fieldName,
            operation: WriteOperation(.update, Module.descriptor, id: id.rawValue),
            keepsOthers: keepsOthers)
        return try Module.itemDecoder.decodeInstance(
            try await upload.send(to: self, deadline: .after(timeout), progress))
    }

    /// Returns the address of a file in another form: as a thumbnail, or with the token that protected files need.
    ///
    /// ```swift
    /// let token = try await engine.fileToken()
    /// let small = engine.address(of: "https://…/api/files/books/57ea6aa4/cover.jpg", thumbnail: "100x100", token: token)
    /// // https://…/api/files/books/57ea6aa4/cover.jpg?thumb=100x100&token=…
    /// ```
    /// - Parameters:
    ///   - file: The address in an item's field.
    ///   - thumbnail: `100x100` (cropped), `100x100t` (from the top), `100x100b`, `100x100f` (fitted), `0x100`, `100x0`. The
    ///     collection's field has to allow the size; otherwise the server returns the original.
    ///   - token: From `fileToken()`. Do not store an address with a token.
    /// - Returns: `nil` if the address is not that of a file on this server.
    public func address(of file: ContentURL, thumbnail: String? = nil, token: String? = nil) -> URL? {
        guard let url = file.url, url.origin == connection.baseURL.origin,
            var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { return nil }
        let query = [("thumb", thumbnail), ("token", token)].compactMap { name, value in
            value.map { "\(name)=\($0.percentEncoded)" }
        }
        components.percentEncodedQuery = query.isEmpty ? nil : query.joined(separator: "&")
        return components.url
    }

    /// Requests a token for protected files: valid for about three minutes, for what the user may see.
    ///
    /// `POST /api/files/token`
    public func fileToken() async throws -> String {
        var call = PocketBaseCall(.post, ["files", "token"], action: "request a token for files")
        call.isRepeatable = true
        let response = try await connection.send(call)
        guard let token = (try? JSONValue(parsing: response.body))?["token"]?.string, !token.isEmpty else {
            throw PocketBaseError(
                .unreadable, call.action, status: response.status, message: "it has no token")
        }
        return token
    }
}
