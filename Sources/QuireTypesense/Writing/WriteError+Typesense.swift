import QuireEngine

extension WriteError {
    /// The failure for a line that the server rejected.
    init(_ refusal: DocumentImport.Refusal, _ operation: WriteOperation) {
        if refusal.code == 409 {
            self.init(.exists, operation, message: "there is an item of this id")
        } else if refusal.message.contains("`q_g_") {
            self.init(
                .other, operation,
                message:
                    "the collection was prepared for another schema; update the app, or call engine.prepare(…)"
            )
        } else {
            let reason: Reason = refusal.code == 0 ? .noResponse : refusal.code == 400 ? .invalid : .other
            self.init(reason, operation, message: refusal.message)
        }
        status = refusal.code == 0 ? nil : refusal.code
    }
}
