/// Appends JSON to bytes. Placeholder of the decoding part.
@frozen
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []

    public init() {}
}
