import Foundation

extension ItemDecoder {
    /// Reads a page: HALO's object with `pagination` and `items`, or the bare array that it returns when paging is
    /// skipped.
    ///
    /// A strict request throws at the first item that does not fit. A lenient request puts such items in `rejected`.
    /// Invalid JSON always throws, because nothing after the error can be trusted.
    ///
    /// - Throws: `ContentDecodingError` with the path and the byte offset of the error.
    public func decodePage(
        _ data: Data, options: DecodingOptions = DecodingOptions()
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        // `Data` rethrows errors without their type.
        let result = data.withUnsafeBytes { (buffer) -> Result<SearchResponse<Item>, ContentDecodingError> in
            do throws(ContentDecodingError) {
                return .success(try decodePage(buffer, options: options))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads a page from bytes that stay valid during the call.
    public func decodePage(
        _ buffer: UnsafeRawBufferPointer, options: DecodingOptions = DecodingOptions()
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        try decode(buffer, options) { (page) throws(ValueDecodingError) in try page.read() }
    }

    /// Reads one instance, as HALO returns it after creating or updating it.
    public func decodeInstance(_ data: Data) throws(ContentDecodingError) -> Item {
        let result = data.withUnsafeBytes { (buffer) -> Result<Item, ContentDecodingError> in
            do throws(ContentDecodingError) {
                return .success(
                    try decode(buffer, DecodingOptions()) { (page) throws(ValueDecodingError) in
                        try page.readInstance()
                    })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads with a page reader and locates its failure.
    private func decode<Response>(
        _ buffer: UnsafeRawBufferPointer, _ options: DecodingOptions,
        _ body: (inout PageReader<Item>) throws(ValueDecodingError) -> Response
    ) throws(ContentDecodingError) -> Response {
        try JSONCursor.withCursor(over: buffer, keepsUnknownValues: options.keepsUnknownValues) {
            (json) throws(ContentDecodingError) in
            var page = PageReader(self, json, buffer, options)
            do throws(ValueDecodingError) {
                return try body(&page)
            } catch {
                throw page.located(error)
            }
        }
    }
}
