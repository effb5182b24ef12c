public import QuireCore

/// The value of a field that can hold files: an address, or a list of addresses.
///
/// Fields of the types image, video, audio and document have such values. An upload to a field with other values does not
/// compile. A link has them too, so an upload to it is refused before anything is sent.
public protocol FileValue: FieldValue {}

extension ContentURL: FileValue {}
extension Optional: FileValue where Wrapped: FileValue {}
extension Array: FileValue where Element: FileValue {}
