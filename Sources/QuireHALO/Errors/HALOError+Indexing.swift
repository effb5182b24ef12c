import QuireEngine

extension HALOError: IndexReason {
    package var indexReason: String { description }
}
