import QuireCore

extension ObservedEngine: LiveProviding {
    package var liveSource: LiveSource? {
        guard var source = base.live else { return nil }
        source.engine = ObservedLiveEngine(base: source.engine, observe: observed)
        return source
    }

    private func observed(_ engine: any AggregatingEngine) -> any AggregatingEngine {
        func wrapped(_ engine: some AggregatingEngine) -> any AggregatingEngine {
            engine.observed(by: observer)
        }
        return wrapped(engine)
    }
}
