package hubtest

// leftOut describes, as GitHub does, the operations that the copy of its
// description leaves out and a hub has. Their answers are made of objects that
// the copy does describe, except the short form of a branch.
const leftOut = `{
"/repos/{owner}/{repo}/branches": {"get": {
  "parameters": [{"$ref": "#/components/parameters/owner"}, {"$ref": "#/components/parameters/repo"},
    {"name": "protected", "in": "query", "schema": {"type": "boolean"}},
    {"$ref": "#/components/parameters/per-page"}, {"$ref": "#/components/parameters/page"}],
  "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {
    "type": "object", "required": ["name", "commit", "protected"], "properties": {
      "name": {"type": "string"}, "protected": {"type": "boolean"}, "protection_url": {"type": "string", "format": "uri"},
      "commit": {"type": "object", "required": ["sha", "url"], "properties": {
        "sha": {"type": "string"}, "url": {"type": "string", "format": "uri"}}},
      "protection": {"$ref": "#/components/schemas/branch-protection"}}}}}}}}}},
"/repos/{owner}/{repo}/git/matching-refs/{ref}": {"get": {
  "parameters": [{"$ref": "#/components/parameters/owner"}, {"$ref": "#/components/parameters/repo"},
    {"$ref": "#/components/parameters/git-ref-only"}],
  "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {
    "$ref": "#/components/schemas/git-ref"}}}}}}}},
"/repos/{owner}/{repo}/check-runs": {"post": {
  "parameters": [{"$ref": "#/components/parameters/owner"}, {"$ref": "#/components/parameters/repo"}],
  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["name", "head_sha"],
    "properties": {"name": {"type": "string"}, "head_sha": {"type": "string"}, "details_url": {"type": "string"},
      "external_id": {"type": "string"}, "status": {"type": "string"}, "conclusion": {"type": "string"},
      "started_at": {"type": "string", "format": "date-time"}, "completed_at": {"type": "string", "format": "date-time"}}}}}},
  "responses": {"201": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/check-run"}}}}}}},
"/repos/{owner}/{repo}/check-runs/{check_run_id}": {"patch": {
  "parameters": [{"$ref": "#/components/parameters/owner"}, {"$ref": "#/components/parameters/repo"},
    {"name": "check_run_id", "in": "path", "required": true, "schema": {"type": "integer"}}],
  "requestBody": {"content": {"application/json": {"schema": {"type": "object",
    "properties": {"name": {"type": "string"}, "details_url": {"type": "string"}, "external_id": {"type": "string"},
      "status": {"type": "string"}, "conclusion": {"type": "string"},
      "started_at": {"type": "string", "format": "date-time"}, "completed_at": {"type": "string", "format": "date-time"}}}}}},
  "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/check-run"}}}}}}}
}`
