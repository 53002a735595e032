/** A summary of each section of the contract, in our own words; by its title, without the number of the rule. */
const clauses: Readonly<Record<string, string>> = {
  Authentication: 'how a key is sent, what it gives access to, and the answer to a wrong, missing or revoked key',
  Download: 'the bytes and headers of a download, for the draft, a version and the baseline',
  'Download query': 'the query parameters that select the version to download',
  Endpoints: 'the method, path and success response of each endpoint',
  'Endpoints by name': 'endpoints that the contract names without their bodies and parameters',
  Errors: 'the status, code and JSON body of each error',
  'File update': 'which fields of a file a PATCH changes',
  FileUsage: 'the fields that show where a file is used',
  Files: 'lists, reads, updates, uploads and downloads of files',
  'Interface changes': 'what may change within a version of the interface',
  Item: 'the fields of an item',
  Limits: 'the limits of pages and uploads, and the rate limit',
  'Paginated list': 'the shape of every list',
  Product: 'the fields of a product',
  'Product create body': 'the fields of the body that creates a product',
  'Product list query': 'the query parameters that filter and search products',
  'Product status': 'the fields of the workflow status of a product',
  'Product update body': 'the fields of a product that a PATCH changes',
  Products: 'lists, reads, creations, updates and deletions of products',
  Properties: 'lists, reads, creations, updates and deletions of properties',
  Property: 'the fields of a property, and what each type adds',
  'Property query': 'the query parameters that filter and select properties',
  PublicFile: 'the fields of a file',
  PublicUser: 'the fields that show a user',
  Reference: 'the fields of a reference to a source document',
  States: 'how products, part numbers and files may change',
  Upload: 'how a file is uploaded, and what is rejected',
  'Upload response': 'the response to an accepted upload',
  'Value rules': 'the values of each type of property, and how they are shown',
  Versioning: 'drafts, published versions and the baseline',
  'What the service does': 'how organizations, workspaces, products, items, properties and files relate',
  Workspace: 'the fields of a workspace',
  Workspaces: 'lists and reads of workspaces',
}

/** The summary of the section at the beginning of a source; `undefined` if it names none. */
export function clauseWords(source: string): string | undefined {
  const [, title = ''] = /^([A-Za-z ]+?)(?: \d.*)?(?:[,;].*)?$/.exec(source) ?? []
  return clauses[title]
}
