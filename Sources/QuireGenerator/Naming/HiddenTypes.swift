/// Types that an app's files use by their unqualified names. A module, an enum or an item with such a name would hide
/// them.
///
/// A test compares the list of Quire's own types with the sources.
package enum HiddenTypes {
    /// The library whose type a name hides, such as `Swift`. `nil` if it hides no known type.
    package static func owner(of name: String) -> String? {
        for (owner, names) in all where names.contains(name) { return owner }
        return nil
    }

    /// The suggested name, which an import also uses: `PageModule` if `Page` would hide a type.
    package static func substitute(for name: String, suffix: String) -> String {
        owner(of: name + suffix) == nil ? name + suffix : name + "Content"
    }

    /// If several owners have a name, messages mention the first.
    package static let all: [(owner: String, names: Set<String>)] = [
        ("Swift", swift), ("Foundation", foundation), ("Quire", quire), ("SwiftUI", swiftUI),
    ]

    private static func names(_ text: String) -> Set<String> {
        var names: Set<String> = []
        for name in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) { names.insert(String(name)) }
        return names
    }

    /// The public types of Quire's run-time libraries.
    private static let quire = names(
        """
        AbsenceOperand AdaptivePacing Aggregate AggregateCondition AggregateError AggregateField AggregateFields
        AggregateFunction AggregateGrouping AggregateOrder AggregateRequest AggregateResponse AggregatingEngine
        AlgoliaEngine AlgoliaError AlgoliaFacetValue AlgoliaHosts AlgoliaParameters
        AlgoliaReplica AlgoliaResponseError AlgoliaSettings AllowedOperator AnyContent AnyOperators
        AuthorizationError AuthorizationMiddleware AuthorizationProvider BatchableEngine BatchedEngine
        BatchEntry BatchOutcome BatchResult BearerToken BehindMany BehindOne BooleanOperators CacheableEngine
        CachedResponse ChangedInstance ChangeProvider ChangeReporter ChangeRequest ChangeSet ChoiceOperators
        ClientCredentials ClosedChoice ClosureTransport ClusterFilling CollectionError Condition
        ConflictResolution Constraint ConstraintViolation Content ContentClient ContentDecodingError
        ContentDraft ContentEngine ContentEnvelope ContentID ContentItem ContentItems ContentMetadata
        ContentModule ContentQuery ContentScalar ContentScalarBase ContentSync ContentURL ContentValues
        CurlTransport CurlUnavailableError Cursor DateFormat DateOperators DatePeriod Deadline Debouncer
        DecodingOptions DevelopmentServer DowngradePolicy DraftChange DraftResponse ElementOperand Embedder EmbeddingDescriptor
        EmbeddingError EmbeddingProgress EmptyBatchError
        EngineCapabilities EngineIndexer EngineParameters EngineResponse EngineSource EveryElement EveryElementOperators Facet
        Facetable FacetArrangement FacetChoice FacetCount FacetLevels FacetList FacetMatches FacetOrder
        FacetRefinement FacetRequest FacetResult FacetStatistics FacetTree FailedChange Fallback Field
        FieldConstraints FieldDescriptor FieldKind FieldOwner FieldPath FieldReference FieldScope FieldScoping FieldSet FieldTable
        FieldValue FieldwiseValues FileTokenStore FileValue Filter FilterBuilder FilterOperand FilterOperation FilterValue
        FixtureError Fixtures ForbiddenOperator FullText FullTextHooks FullTextProblem FullTextProgress
        GeoOperators GeoPoint GroupedQuery GroupField GroupRange GroupTest HALOAuthorization HALOBatchResponse
        HALOCredentials HALODevice HALOEngine HALOError HALOField HALOFieldFormat HALOFieldType HALOLogin
        HALOModule HALOModulePage HALOPocket HALOPocketError HALOProfile HALOQuery HALOResponse
        HALOResponseError HALORule HALOUser HALOVersion HexColor HiddenByField HighlightedText HighlightMarkup
        HighlightMarkupError HTMLText HTTPEmbedder HTTPEmbedderError HTTPHeaders HTTPLimits HTTPRequest HTTPResponse HTTPStream
        IdentifierFormatter ImportFailure ImportInterruptedError ImportProgress ImportSummary IncludePath
        IncompatibleValues IndexBacklog IndexBatch Indexer IndexingError IndexJournal IndexMonitor
        IndexOperation IndexProgress IndexSettings IndexState IndexUpdateError InListedObject InMemoryEngine InstanceReader
        InvalidIDError InvalidPatternError ItemDecoder ItemIndexer ItemModel ItemNotFoundError JSONCursor
        JSONValue JSONWriter KeychainTokenStore LineTooLongError ListModel ListOperand ListOperators LivePage
        LiveResults LoadableEngine LoadingPhase LoadOptions LoadPosition LoadProgress LoadSource LoadSummary LocaleDescriptor
        LocalizedText LoggingMiddleware LogicalFilter LongTextOperators MatchLevel MatchMode Meaning MeaningInfo MemberScope MemoryResponseCache MemoryTokenStore
        MetadataChanges MetadataMembers MetadataNames MetaFields MigrationPlan
        MigrationProgress MirroredEngine MirrorError MirrorStrategy MissingContentClientError MissingFacetError
        Misspelling ModuleDescriptor NDJSONLines NearWord NeedsAnyEveryOrNone NestedFieldScope NestedOperand NodeEvent
        NodeFailure NodesError NodeSettings NodeStatus NoOperators NoSuchField NoSuchName NotStoredError NoValue NumberBound
        NumberOperators NumericOperand ObjectChange ObjectIndexError ObjectListOperand ObjectOperand ObjectPage ObjectPath ObservedEngine ObservedRequest
        ObservingMiddleware OfflineData OfflineEngine OfflineOptions OfflinePolicy OfflineProblem
        OfflineResponse OfflineSettings OpenChoice OpenSearchCredentials OpenSearchEngine OpenSearchError
        OpenSearchParameters OpenSearchSettings OperatorPermission OperatorSet OrderedListOperators OrderedTextOperators Origin
        OutageError Outbox OutboxBusyError OutboxConflict OutboxEngine OutboxEntry OutboxEntryNotFoundError
        OutboxEvent OutboxSettings OutboxSummary OutboxUnreadableError Page PageDifference PageInfo PageMap
        PageRequest PagingError PendingChange PocketBaseEngine PocketBaseError PocketBaseSettings
        FieldModifier PocketBaseAuthorization PocketBaseAuthorizationError PocketBaseConflictDetection PocketBaseCredentials
        PocketBaseFile PocketBaseHooks PocketBaseSignInMethods PocketBaseSyncError PocketBaseSyncSettings PocketBaseUser
        RealtimeChange RealtimeEngine RequestUpload SyncProgress PreparationPlan PreparationProgress Query QueryableObject QueryError QueryRecorder
        QueryWriteError QueryWritingEngine RankingDescriptor RankingInfo RecentSearches RecordedTransport
        Recording RecordingError Redaction Refinements RejectedLineError RelatedItems Relation
        RelatedGroupField RelationLimitError RelationOperand RelationOperators RelationPath RelationStep RelationVisitor RemoteEngine RemotePage RemoteSearch RepairableEngine
        RequestObserver RequestSummary ResponseCache ResponseCountError RetryMiddleware RetryPolicy RowLayout
        ScalarBase ScanLimitError SchemaChange SchemaDescription SchemaDifference Searchable SearchCancellation
        SearchCluster SearchCondition SearchDraft SearchEvent SearchGroup SearchHistory SearchHistoryError
        SearchModel SearchOrigin SearchPacing SearchPage SearchPlan SearchRequest SearchResponse
        SearchSession SearchSettings SearchSource SearchState SearchSuggestions SearchUpdates Segment Selectable SelectablePart
        Selected SelectedContent Selection SelectionProgress ServedExchange ServedModule ServerError
        SingleOperand Sortable SortKey SortOrder SpellingEngine SpellingRequest SpellingSource
        SpellingSuggestion SpotlightIndex SpotlightIndexer SpotlightItem Store StoreChanges StoreCheckProgress
        StoreCheckReport StoreError StoreOptions StoreProblem Suggestion SuggestionList SuggestionSource
        SyncEffect SyncingEngine SyncKind SyncLocaleError SyncLogEntry SyncResult SyncState
        SyncStateChangedError SyncStore SyncSummary SyncUpdate Synonym Tag TextAnalyzer TextHighlighter
        TextOperators TextQuery TextSearch TextSearchInfo TextToken Throttler TokenStore TokenStoreError
        ToManyOperand ToOneOperand TransactionalEngine Translations TranslationTable Transport TransportClock
        TransportError TransportMiddleware TransportSettings TypesenseEngine TypesenseError TypesenseParameters TypesenseSettings
        UnavailableBehindRelation UnavailableInListedObject UnhiddenMetadata UnhiddenMetaFields UnknownKey UnmergeableConflictError
        UnreadableItemError UnsupportedError UntestableValue URLOperators URLSessionTransport ValueDecodingError
        ValuePattern ValuesReader ValuesVisitor ValuesWriter WireType WordMatching WritableEngine WriteBatch
        WriteConflictError WriteError WriteOperation WriteResult
        """)

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
