/// A position in a JSON document's bytes. Placeholder of the decoding part.
@frozen
public struct JSONCursor {
    @usableFromInline var offset: Int = 0
}
