/// Types of Swift, Foundation and SwiftUI that an app's files use by their unqualified names. A module, an enum or an item
/// with such a name would hide them.
///
/// Types of Quire are not listed: the generated code names those that the schema hides with their library, such as
/// `Quire.Page`, and so can an app.
package enum HiddenTypes {
    /// The library whose type a name hides, such as `Swift`. `nil` if it hides no known type.
    package static func owner(of name: String) -> String? {
        for (owner, names) in all where names.contains(name) { return owner }
        return nil
    }

    /// The suggested name, which an import also uses: `DateModule` if `Date` would hide a type.
    package static func substitute(for name: String, suffix: String) -> String {
        owner(of: name + suffix) == nil ? name + suffix : name + "Content"
    }

    /// If several owners have a name, messages mention the first.
    package static let all: [(owner: String, names: Set<String>)] = [
        ("Swift", swift), ("Foundation", foundation), ("SwiftUI", swiftUI),
    ]

    private static func names(_ text: String) -> Set<String> {
        var names: Set<String> = []
        for name in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) { names.insert(String(name)) }
        return names
    }

    /// The public types of the standard library.
    private static let swift = names(
        """
            Actor AdditiveArithmetic AnyActor AnyBidirectionalCollection AnyClass AnyCollection
            AnyHashable AnyIndex AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection
            AnyRegexOutput AnySequence Array ArrayLiteralConvertible ArraySlice
            AsyncCompactMapSequence AsyncDropFirstSequence AsyncDropWhileSequence AsyncFilterSequence
            AsyncFlatMapSequence AsyncIteratorProtocol AsyncMapSequence AsyncPrefixSequence
            AsyncPrefixWhileSequence AsyncSequence AsyncStream AsyncThrowingCompactMapSequence
            AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence AsyncThrowingFlatMapSequence
            AsyncThrowingMapSequence AsyncThrowingPrefixWhileSequence AsyncThrowingStream
            BidirectionalCollection BidirectionalIndexable BidirectionalSlice BinaryFloatingPoint
            BinaryInteger BitwiseCopyable Bool BooleanLiteralConvertible BooleanLiteralType CBool
            CChar CChar16 CChar32 CChar8 CDouble CFloat CFloat16 CInt CLong CLongDouble CLongLong
            CShort CSignedChar CUnsignedChar CUnsignedInt CUnsignedLong CUnsignedLongLong
            CUnsignedShort CVaListPointer CVarArg CWideChar CancellationError CaseIterable Character
            CheckedContinuation Clock ClosedRange ClosedRangeIndex Codable CodingKey
            CodingKeyRepresentable CodingUserInfoKey Collection CollectionDifference CollectionOfOne
            CommandLine Comparable ConcurrentValue ContiguousArray ContinuousClock Copyable
            CountableClosedRange CountablePartialRangeFrom CountableRange
            CustomConsumingRegexComponent CustomDebugStringConvertible CustomLeafReflectable
            CustomPlaygroundDisplayConvertible CustomPlaygroundQuickLookable CustomReflectable
            CustomStringConvertible Decodable Decoder DecodingError DefaultBidirectionalIndices
            DefaultIndices DefaultRandomAccessIndices DefaultStringInterpolation Dictionary
            DictionaryIndex DictionaryIterator DictionaryLiteral DictionaryLiteralConvertible
            DiscardingTaskGroup DiscontiguousSlice Double DropFirstSequence DropWhileSequence Duration
            DurationProtocol EmptyCollection EmptyIterator Encodable Encoder EncodingError
            EnumeratedIterator EnumeratedSequence Equatable Error Escapable Executor ExecutorJob
            ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral
            ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
            ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
            ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral
            ExtendedGraphemeClusterLiteralConvertible ExtendedGraphemeClusterType FixedWidthInteger
            FlattenBidirectionalCollection FlattenBidirectionalCollectionIndex FlattenCollection
            FlattenCollectionIndex FlattenSequence Float Float16 Float32 Float64 Float80
            FloatLiteralConvertible FloatLiteralType FloatingPoint FloatingPointClassification
            FloatingPointRoundingRule FloatingPointSign GlobalActor Hashable Hasher Identifiable
            Indexable IndexableBase IndexingIterator InlineArray InstantProtocol Int Int128 Int16
            Int32 Int64 Int8 IntegerLiteralConvertible IntegerLiteralType IteratorOverOne
            IteratorProtocol IteratorSequence Job JobPriority JoinedIterator JoinedSequence KeyPath
            KeyValuePairs KeyedDecodingContainer KeyedDecodingContainerProtocol KeyedEncodingContainer
            KeyedEncodingContainerProtocol LazyBidirectionalCollection LazyCollection
            LazyCollectionProtocol LazyDropWhileBidirectionalCollection LazyDropWhileCollection
            LazyDropWhileIndex LazyDropWhileIterator LazyDropWhileSequence
            LazyFilterBidirectionalCollection LazyFilterCollection LazyFilterIndex LazyFilterIterator
            LazyFilterSequence LazyMapBidirectionalCollection LazyMapCollection LazyMapIterator
            LazyMapRandomAccessCollection LazyMapSequence LazyPrefixWhileBidirectionalCollection
            LazyPrefixWhileCollection LazyPrefixWhileIndex LazyPrefixWhileIterator
            LazyPrefixWhileSequence LazyRandomAccessCollection LazySequence LazySequenceProtocol
            LosslessStringConvertible MainActor ManagedBuffer ManagedBufferPointer MemoryLayout Mirror
            MirrorPath MutableBidirectionalSlice MutableCollection MutableIndexable
            MutableRandomAccessSlice MutableRangeReplaceableBidirectionalSlice
            MutableRangeReplaceableRandomAccessSlice MutableRangeReplaceableSlice MutableRawSpan
            MutableSlice MutableSpan Never NilLiteralConvertible Numeric ObjectIdentifier
            OpaquePointer OptionSet Optional OutputRawSpan OutputSpan PartialAsyncTask PartialKeyPath
            PartialRangeFrom PartialRangeThrough PartialRangeUpTo PlaygroundQuickLook PrefixSequence
            RandomAccessCollection RandomAccessIndexable RandomAccessSlice RandomNumberGenerator Range
            RangeExpression RangeReplaceableBidirectionalSlice RangeReplaceableCollection
            RangeReplaceableIndexable RangeReplaceableRandomAccessSlice RangeReplaceableSlice RangeSet
            RawRepresentable RawSpan ReferenceWritableKeyPath Regex RegexComponent
            RegexRepetitionBehavior RegexSemanticLevel RegexWordBoundaryKind Repeated Result
            ReversedCollection ReversedIndex ReversedRandomAccessCollection SIMD SIMD16 SIMD2 SIMD3
            SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask SIMDScalar SIMDStorage Sendable SendableMetatype
            Sequence SerialExecutor Set SetAlgebra SetIndex SetIterator SignedInteger SignedNumeric
            SingleValueDecodingContainer SingleValueEncodingContainer Slice Span StaticBigInt
            StaticString StrideThrough StrideThroughIterator StrideTo StrideToIterator Strideable
            String StringInterpolationConvertible StringInterpolationProtocol StringLiteralConvertible
            StringLiteralType StringProtocol Substring SuspendingClock SystemRandomNumberGenerator
            Task TaskExecutor TaskGroup TaskLocal TaskPriority TextOutputStream TextOutputStreamable
            ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64 UInt8
            UTF16 UTF32 UTF8 UTF8Span UnboundedRange UnfoldFirstSequence UnfoldSequence Unicode
            UnicodeCodec UnicodeDecodingResult UnicodeScalar UnicodeScalarLiteralConvertible
            UnicodeScalarType UnkeyedDecodingContainer UnkeyedEncodingContainer Unmanaged UnownedJob
            UnownedSerialExecutor UnownedTaskExecutor UnsafeBufferPointer UnsafeBufferPointerIterator
            UnsafeConcurrentValue UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer
            UnsafeMutablePointer UnsafeMutableRawBufferPointer UnsafeMutableRawBufferPointerIterator
            UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer
            UnsafeRawBufferPointerIterator UnsafeRawPointer UnsafeSendable UnsafeThrowingContinuation
            UnsignedInteger Void WritableKeyPath Zip2Iterator Zip2Sequence
        """)

    /// The types of Foundation and Dispatch that apps commonly use.
    private static let foundation = names(
        """
            AttributedString Bundle ByteCountFormatter Calendar CharacterSet Data Date DateComponents
            DateFormatter DateInterval Decimal Dimension DispatchQueue FileHandle FileManager
            Formatter HTTPCookie HTTPURLResponse IndexPath IndexSet InputStream JSONDecoder
            JSONEncoder JSONSerialization Locale LocalizedError Measurement
            Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream
            PersonNameComponents Pipe Port Predicate Process ProcessInfo Progress PropertyListDecoder
            PropertyListEncoder RunLoop Scanner Stream Thread TimeInterval TimeZone Timer URL URLCache
            URLComponents URLCredential URLError URLProtocol URLQueryItem URLRequest URLResponse
            URLSession URLSessionTask UUID Unit UserDefaults
        """)

    /// The types of SwiftUI, Observation and SwiftData that apps commonly use.
    private static let swiftUI = names(
        """
            Alert Animation App Axis Binding Button Canvas Capsule Circle Color ColorPicker Commands
            Content ControlGroup DatePicker Divider EditButton Ellipse Environment Font ForEach Form
            Gauge Gesture Gradient Grid GridItem Group GroupBox Image Label Layout Link List Map
            Material Menu Model ModifiedContent NavigationLink NavigationPath NavigationStack
            NavigationView ObservedObject Path Picker Preview ProgressView Query Rectangle Scene
            ScrollView Section SecureField Shape Slider Spacer State StateObject Stepper Tab TabView
            Table Text TextEditor TextField Toggle Toolbar Transaction Transition View ViewBuilder
            ViewModifier Window
        """)
}
