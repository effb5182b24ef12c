import QuireToolbox

extension JSONWriter {
    /// The JSON in readable form, shortened to 1,000 characters.
    var printed: String { PlainText.json(String(decoding: bytes, as: UTF8.self)).shortened(to: 1_000) }
}
