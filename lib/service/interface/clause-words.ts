/** A summary of each section of the contract, in our own words; by its title, without the number of the rule. */
const clauses: Readonly<Record<string, string>> = {
  Authentication: 'how a key is sent, what it opens, and what a wrong, missing or revoked one is answered',
  Download: 'which bytes and headers a download gives, by draft, version and baseline',
  'Download query': 'the query parameters by which a download chooses a version',
  Endpoints: 'which method and path does what, and what each endpoint answers',
  'Endpoints by name': 'endpoints of which the contract names no more than their purpose',
  Errors: 'the statuses, the codes and the JSON body of refusals',
  'File update': 'which fields of a file a PATCH changes',
  FileUsage: 'how a file tells where it is used',
  Files: 'lists, reads, updates, uploads and downloads of files',
  'Interface changes': 'what may change within a version of the interface',
  Item: 'the fields of an item',
  Limits: 'the bounds of fields, pages and uploads, and the rate limit',
  'Paginated list': 'the shape of every list, its limit and its offset',
  Product: 'the fields of a product',
  'Product create body': 'the fields by which a product is created',
  'Product list query': 'the parameters by which products are filtered and found',
  'Product status': 'how a product tells where it stands in its life',
  'Product update body': 'the fields of a product that a PATCH changes',
  Products: 'lists, reads, creations, updates and deletions of products',
  Properties: 'lists, reads, creations, updates and deletions of properties',
  Property: 'the one shape of all property types, and what each type adds',
  'Property query': 'the parameters by which properties are filtered and read',
  PublicFile: 'the fields of a file',
  PublicUser: 'the fields by which a user is shown',
  Reference: 'how one property tells of another',
  States: 'how products, part numbers and files change, and what no change may do',
  Upload: 'how a file is sent, and what is refused',
  'Upload response': 'what an accepted upload answers',
  'Value rules': 'which values each type of property accepts, and how they are given back',
  Versioning: 'drafts, published versions and the baseline',
  'What the service does': 'what organizations, workspaces, products, items, properties and files are to each other',
  Workspace: 'the fields of a workspace',
  Workspaces: 'lists and reads of workspaces',
}

/** The summary of the section at the beginning of a source; `undefined` if it names none. */
export function clauseWords(source: string): string | undefined {
  const [, title = ''] = /^([A-Za-z ]+?)(?: \d.*)?(?:[,;].*)?$/.exec(source) ?? []
  return clauses[title]
}
