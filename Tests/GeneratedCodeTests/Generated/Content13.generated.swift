// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

/// The operators `=`, `like`.
nonisolated enum EqualLikeOperators: OperatorSet {
    typealias Equal = AllowedOperator
    typealias Like = AllowedOperator
}
