// `import Quire` imports all of these, for apps and generated code. HALO, HTTP, syncing and indexing are libraries of
// their own, which those import who use them.
@_exported public import QuireCore
@_exported public import QuireEngine
@_exported public import QuireText
@_exported public import QuireToolbox
