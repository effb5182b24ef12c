import QuireEngine

extension EvaluatedValue {
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var truth: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
}
