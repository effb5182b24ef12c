extension Books {
    /// Instances of books that are difficult to reassemble: escapes, other alphabets, missing values, nulls, unknown
    /// keys.
    public static let awkward: [String] = [
        #"""
        {"id":"57ea6aa40cf4ec00","name":"a \"name\"","module":"m1","customerId":1,"externalId":null,
         "tags":[{"id":"t1","name":"market","value":"NL"}],"createdAt":1474980516487,"updatedBy":"Ann / Bob \\ Carl",
         "values":{"title":"He said \"no\\\" \n\t\u0007 — 日本語 😀 é","age":18,"price":9.5,"active":true,
         "registration":"a/b\\c","rank":3,"status":"live","released":"2024-05-01","tags":["x","\"y\""],"scores":[1,2,3],
         "place":"52.1 4.9","author":"a1","editors":["a1","a2"]}}
        """#,
        #"{"id":"1","values":{"title":"","age":0,"price":0,"active":false}}"#,
        #"""
        {"id":"é \"id\"","values":{"title":"unknown","age":-1,"price":1e3,"active":true,"extra \"key\"":[1.0,{"a":null}],
         "registration":null,"more":"x"},"stranger":{"a":[1,"b"]},"revision":7}
        """#,
        #"{"id":"3","name":null,"values":{"active":true,"price":2,"age":1,"title":"another order"},"tags":[]}"#,
        #"""
        {"id":"4","values":{"title":"related","age":5,"price":5,"active":true,
         "author":{"id":"a9","values":{"fullName":"Emma \"E\" Ö"}}}}
        """#,
        #"{"id":"5","values":{"title":"short of an age","price":5,"active":true}}"#,
    ]
}
