import QuireEngine

#if canImport(Observation)

/// A model that follows the content while it runs.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor protocol RunningModel: AnyObject, Sendable {
    func run(on content: ContentClient) async
    func fail(_ error: any Error)
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ListModel: RunningModel {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ItemModel: RunningModel {}

/// Runs the model of a property wrapper as long as its view exists.
///
/// A view may be updated at any time, so nothing observable changes during an update.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class ModelRunner<Model: RunningModel, Subject: Equatable & Sendable> {
    let model: Model
    private var subject: Subject
    private var task: Task<Void, Never>?
    private var hasReportedMissingClient = false

    /// - Parameter subject: What the model shows.
    init(_ model: Model, showing subject: Subject) {
        self.model = model
        self.subject = subject
    }

    deinit { task?.cancel() }

    /// Handles an update of the view.
    ///
    /// - Parameters:
    ///   - subject: What the view wants to show now.
    ///   - content: The client of the view's environment. If it comes later, the model starts then.
    ///   - change: Makes the model show another subject.
    func update(
        _ subject: Subject, on content: ContentClient?, change: @escaping @MainActor (Model, Subject) -> Void
    ) {
        if subject != self.subject {
            self.subject = subject
            Task { [model] in change(model, subject) }
        }
        guard task == nil else { return }
        guard let content else {
            // Once, because the error itself updates the view.
            if !hasReportedMissingClient { Task { [model] in model.fail(MissingContentClientError()) } }
            hasReportedMissingClient = true
            return
        }
        task = Task { [model] in await model.run(on: content) }
    }
}
#endif
