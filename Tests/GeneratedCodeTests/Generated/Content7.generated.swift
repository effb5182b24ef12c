// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file
