public import QuireCore

/// The value of a field that can hold files: an address, or a list of addresses.
///
/// Fields of the types image, video, audio and document have such values. An upload to a field of another type does not
/// compile.
public protocol FileValue: FieldValue {}

extension ContentURL: FileValue {}
extension Optional: FileValue where Wrapped == ContentURL {}
extension [ContentURL]: FileValue {}
