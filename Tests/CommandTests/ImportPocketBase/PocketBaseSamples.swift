/// Collections with every type of field, and the schema that their import gives.
enum PocketBaseSamples {
    static let collections = #"""
        [{"id":"authors00000001","name":"authors","type":"base","listRule":"","viewRule":"","fields":[
          {"name":"name","type":"text","required":true,"help":"The full name."},
          {"name":"created","type":"autodate","onCreate":true},
          {"name":"updated","type":"autodate","onCreate":true,"onUpdate":true}]},
         {"id":"books0000000001","name":"books","type":"base","listRule":"","viewRule":"@request.auth.id != ''",
          "createRule":"owner = @request.auth.id","indexes":["CREATE UNIQUE INDEX ux ON books (isbn) WHERE isbn != ''"],"fields":[
          {"name":"title","type":"text","required":true,"min":2,"max":200,"pattern":"^[^\\s]"},
          {"name":"isbn","type":"text"}, {"name":"code","type":"text","autogeneratePattern":"[a-z]{8}","max":8},
          {"name":"summary","type":"editor","maxSize":9000}, {"name":"price","type":"number","min":1,"max":9.5},
          {"name":"pages","type":"number","onlyInt":true,"required":true,"min":-2}, {"name":"sold","type":"bool"},
          {"name":"contact","type":"email","onlyDomains":["example.org"]}, {"name":"link","type":"url"},
          {"name":"printed","type":"date","min":"1900-01-01 00:00:00.000Z"}, {"name":"first_seen","type":"autodate","onCreate":true},
          {"name":"genre","type":"select","values":["science fiction","class","1"],"maxSelect":1},
          {"name":"tags","type":"select","values":["x","y","z"],"maxSelect":2},
          {"name":"author","type":"relation","collectionId":"authors00000001","maxSelect":1,"required":true},
          {"name":"editors","type":"relation","collectionId":"authors00000001","maxSelect":5,"minSelect":2},
          {"name":"owner","type":"relation","collectionId":"_pb_users_auth_","maxSelect":1},
          {"name":"approved_by","type":"relation","collectionId":"pbc_3142635823","maxSelect":1},
          {"name":"cover","type":"file","maxSelect":1,"mimeTypes":["image/png"],"protected":true},
          {"name":"files","type":"file","maxSelect":3}, {"name":"extra","type":"json"}, {"name":"shop","type":"geoPoint"},
          {"name":"note","type":"text","hidden":true}, {"name":"pin","type":"password"}]},
         {"name":"author_names","type":"view","listRule":"",
          "viewQuery":"select id, name, created, (select count(*) from books where author = authors.id) as total from authors"}]
        """#

    static let notes = [
        "system collections are left out: '_authOrigins', '_externalAuths', '_mfas', '_otps', '_superusers'",
        "'author_names' is a view, so its items can be read but not written",
        "the relation 'books.approved_by' points to '_superusers', which is not imported; it holds ids as texts",
        "passwords of 'books' are left out, because PocketBase never returns them: 'pin'",
        "hidden fields of 'books' are left out, because only superusers can read them: 'note'",
        "'books' has no autodate 'updated' that is set on create and update",
        "passwords of 'users' are left out, because PocketBase never returns them: 'password'",
        "hidden fields of 'users' are left out, because only superusers can read them: 'tokenKey'",
    ]

    static let schema = #"""
        {
          "$comment": "Imported from PocketBase by 'quire import pocketbase'.",
          "quire": 1,
          "access": "public",
          "modules": [
            {
              "name": "author_names",
              "id": "pbc_77068126",
              "item": "AuthorName",
              "description": "A view, which is read-only. Everyone may list. Only superusers may view.",
              "fields": [
                {
                  "name": "name",
                  "type": "text",
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "The full name."
                },
                { "name": "total", "type": "json" }
              ]
            },
            {
              "name": "authors",
              "id": "authors00000001",
              "item": "Author",
              "description": "Everyone may list and view. Only superusers may create, update and delete.",
              "fields": [
                {
                  "name": "name",
                  "type": "text",
                  "maxLength": 5000,
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "The full name.\nPocketBase refuses items without a value."
                }
              ]
            },
            {
              "name": "books",
              "id": "books0000000001",
              "item": "Book",
              "description": "Everyone may list. Signed-in users may view. Whoever meets `owner = @request.auth.id` may create. Only superusers may update and delete.",
              "fields": [
                {
                  "name": "title",
                  "type": "text",
                  "minLength": 2,
                  "maxLength": 200,
                  "pattern": "^[^\\t\\n\\f\\r ]",
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "PocketBase refuses items without a value."
                },
                {
                  "name": "isbn",
                  "type": "text",
                  "unique": true,
                  "maxLength": 5000,
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"]
                },
                {
                  "name": "code",
                  "type": "text",
                  "maxLength": 8,
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "PocketBase generates a text of the pattern '[a-z]{8}' if none is given."
                },
                {
                  "name": "summary",
                  "type": "html",
                  "operators": [],
                  "description": "At most 9000 bytes."
                },
                {
                  "name": "price",
                  "type": "number",
                  "required": true,
                  "sortable": true,
                  "description": "PocketBase accepts 0, and numbers of at least 1 and at most 9.5."
                },
                {
                  "name": "pages",
                  "type": "integer",
                  "required": true,
                  "minimum": -2,
                  "sortable": true,
                  "description": "PocketBase refuses 0."
                },
                { "name": "sold", "type": "boolean", "required": true, "sortable": true },
                {
                  "name": "contact",
                  "type": "text",
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "An email address.\nOnly of the domains example.org."
                },
                { "name": "link", "type": "url", "operators": ["=", "!=", "in", "!in"] },
                {
                  "name": "printed",
                  "type": "dateTime",
                  "format": "rfc3339",
                  "sortable": true,
                  "description": "Not before 1900-01-01 00:00:00.000Z."
                },
                {
                  "name": "first_seen",
                  "type": "dateTime",
                  "format": "rfc3339",
                  "sortable": true,
                  "description": "PocketBase sets it when an item is created.\nIt ignores what an app writes."
                },
                {
                  "name": "genre",
                  "type": "choice",
                  "values": ["science fiction", "class", "1"],
                  "sortable": true
                },
                { "name": "tags", "type": "choices", "values": ["x", "y", "z"], "maxItems": 2 },
                {
                  "name": "author",
                  "type": "relation",
                  "module": "authors",
                  "description": "PocketBase refuses items without a value."
                },
                {
                  "name": "editors",
                  "type": "relations",
                  "module": "authors",
                  "maxItems": 5,
                  "description": "None, or at least 2."
                },
                { "name": "owner", "type": "relation", "module": "users" },
                {
                  "name": "approved_by",
                  "type": "text",
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "The id of '_superusers', which the schema does not contain."
                },
                {
                  "name": "cover",
                  "type": "image",
                  "operators": [],
                  "description": "Of the types image/png.\nReading it needs a file token."
                },
                { "name": "files", "type": "list", "of": "document", "maxItems": 3, "operators": [] },
                { "name": "extra", "type": "json" },
                {
                  "name": "shop",
                  "type": "geopoint",
                  "required": true,
                  "description": "The place 0, 0 if none was given."
                }
              ]
            },
            {
              "name": "users",
              "id": "_pb_users_auth_",
              "item": "User",
              "description": "Whoever meets `id = @request.auth.id` may list, view, update and delete. Everyone may create.",
              "fields": [
                {
                  "name": "email",
                  "type": "text",
                  "unique": true,
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"],
                  "description": "An email address.\nNo value for other users, unless 'emailVisibility' is true.\nPocketBase refuses items without a value."
                },
                { "name": "emailVisibility", "type": "boolean", "required": true, "sortable": true },
                { "name": "verified", "type": "boolean", "required": true, "sortable": true },
                {
                  "name": "name",
                  "type": "text",
                  "maxLength": 255,
                  "sortable": true,
                  "operators": ["=", "!=", "in", "!in"]
                },
                {
                  "name": "avatar",
                  "type": "image",
                  "operators": [],
                  "description": "Of the types image/jpeg, image/png, image/svg+xml, image/gif, image/webp."
                }
              ]
            }
          ]
        }

        """#
}
