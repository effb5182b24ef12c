import QuireOpenSearch
import Testing
