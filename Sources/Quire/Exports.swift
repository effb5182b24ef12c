// `import Quire` imports all of these, for apps and generated code.
@_exported public import QuireCore
@_exported public import QuireEngine
@_exported public import QuireHALO
@_exported public import QuireHTTP
@_exported public import QuireIndexing
@_exported public import QuireSync
@_exported public import QuireText
@_exported public import QuireToolbox
