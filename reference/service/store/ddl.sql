-- Everything the service keeps. A row's `sequence` is its place in lists: the order of creation.

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  ai_usage INTEGER NOT NULL DEFAULT 0,
  rate_limit INTEGER,
  rate_window_seconds INTEGER
) STRICT;

CREATE TABLE users (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('administrator', 'member')),
  image_url TEXT
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;

CREATE TABLE workspaces (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  readable_id TEXT NOT NULL
) STRICT;

CREATE TABLE products (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  readable_id TEXT NOT NULL,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  description TEXT,
  baseline_version_number INTEGER,
  archived INTEGER NOT NULL DEFAULT 0,
  status TEXT,
  excluded_status_ids TEXT NOT NULL DEFAULT '[]',
  owner_id TEXT REFERENCES users (id),
  created_by TEXT NOT NULL REFERENCES users (id),
  updated_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX readable_ids_of_workspace ON products (workspace_id, readable_id);

CREATE TABLE items (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  readable_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  created_by TEXT NOT NULL REFERENCES users (id),
  updated_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX items_of_product ON items (product_id);

-- A number belongs to its organization for ever. The row outlives its holder: then nobody is named and the state is retired.
CREATE TABLE part_numbers (
  sequence INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL,
  number TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'retired')),
  product_id TEXT REFERENCES products (id) ON DELETE SET NULL,
  item_id TEXT REFERENCES items (id) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX part_numbers_of_organization ON part_numbers (organization_id, number);
CREATE INDEX part_numbers_of_product ON part_numbers (product_id);
CREATE INDEX part_numbers_of_item ON part_numbers (item_id);

-- A rule without a product holds in the whole workspace; one with a product holds for it and for new products of its workspace.
CREATE TABLE part_number_rules (
  sequence INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  product_id TEXT REFERENCES products (id) ON DELETE CASCADE,
  pattern TEXT NOT NULL
) STRICT;
CREATE INDEX part_number_rules_of_workspace ON part_number_rules (workspace_id);

CREATE TABLE properties (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  readable_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('numeric', 'formula', 'matrix', 'text', 'date', 'status')),
  -- JSON: a number or a string. NULL for a formula, whose result is computed when it is read.
  value TEXT,
  category TEXT,
  display_unit TEXT,
  expression TEXT,
  description TEXT,
  reason TEXT,
  -- JSON: an array of { file_link_id, page }.
  source_references TEXT NOT NULL DEFAULT '[]',
  deleted INTEGER NOT NULL DEFAULT 0,
  created_by TEXT NOT NULL REFERENCES users (id),
  updated_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX properties_of_item ON properties (item_id);

CREATE TABLE versions (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id),
  created_at TEXT NOT NULL,
  UNIQUE (product_id, number)
) STRICT;

-- What was published stays as it was: content is copied, draft ids are kept without a foreign key, the draft may be gone.
CREATE TABLE version_items (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  version_id TEXT NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  draft_item_id TEXT NOT NULL,
  readable_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  part_number TEXT,
  created_by TEXT NOT NULL REFERENCES users (id),
  updated_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (version_id, draft_item_id)
) STRICT;
CREATE INDEX version_items_of_draft ON version_items (draft_item_id);

CREATE TABLE version_properties (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  version_id TEXT NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  version_item_id TEXT NOT NULL REFERENCES version_items (id) ON DELETE CASCADE,
  draft_property_id TEXT NOT NULL,
  draft_item_id TEXT NOT NULL,
  readable_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  -- JSON: for a formula the result as of publication.
  value TEXT,
  category TEXT,
  display_unit TEXT,
  expression TEXT,
  description TEXT,
  reason TEXT,
  source_references TEXT NOT NULL DEFAULT '[]',
  created_by TEXT NOT NULL REFERENCES users (id),
  updated_by TEXT NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (version_id, draft_property_id)
) STRICT;
CREATE INDEX version_properties_of_draft ON version_properties (draft_property_id);
CREATE INDEX version_properties_of_item ON version_properties (version_item_id);

CREATE TABLE files (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  -- NULL for a generated document, which is made when it is downloaded.
  content BLOB,
  size_bytes INTEGER,
  content_type TEXT,
  original_name TEXT NOT NULL,
  user_title TEXT,
  description TEXT,
  description_status TEXT,
  deleted INTEGER NOT NULL DEFAULT 0,
  generated_document INTEGER NOT NULL DEFAULT 0,
  uploaded_by TEXT REFERENCES users (id),
  uploaded_at TEXT NOT NULL
) STRICT;
CREATE INDEX files_of_workspace ON files (workspace_id, size_bytes, content_type);
CREATE INDEX files_of_product ON files (product_id);

CREATE TABLE file_links (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  item_id TEXT REFERENCES items (id) ON DELETE CASCADE,
  property_id TEXT REFERENCES properties (id) ON DELETE CASCADE,
  property_type TEXT,
  created_at TEXT NOT NULL,
  CHECK ((item_id IS NULL) <> (property_id IS NULL))
) STRICT;
CREATE INDEX file_links_of_file ON file_links (file_id);
CREATE INDEX file_links_of_item ON file_links (item_id);
CREATE INDEX file_links_of_property ON file_links (property_id);
CREATE INDEX file_links_of_product ON file_links (product_id);

-- A file that is linked nowhere any more is deleted softly: published versions may still have it.
CREATE TRIGGER file_without_links AFTER DELETE ON file_links
WHEN NOT EXISTS (SELECT 1 FROM file_links WHERE file_id = OLD.file_id)
BEGIN
  UPDATE files SET deleted = 1 WHERE id = OLD.file_id;
END;

CREATE TABLE version_files (
  version_id TEXT NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  file_id TEXT NOT NULL,
  -- The item that a generated document describes.
  draft_item_id TEXT,
  content BLOB,
  content_type TEXT,
  original_name TEXT NOT NULL,
  PRIMARY KEY (version_id, file_id)
) STRICT;
