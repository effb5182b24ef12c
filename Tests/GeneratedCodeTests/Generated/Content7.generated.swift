// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

/// The operators `<`, `>`.
nonisolated enum LessGreaterOperators: OperatorSet {
    typealias Less = AllowedOperator
    typealias Greater = AllowedOperator
}
