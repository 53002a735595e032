import { controlPlane, type Invisible } from './invisible.ts'

const freeDocuments = 'what a generated document says is not documented'

/** Mutants of files, documents and descriptions that no client can hold against the service. */
export const invisibleInFiles: readonly Invisible[] = [
  // All but the functions that make a document, and what they would break at.
  {
    reason: freeDocuments,
    file: 'documents/render-',
    code: /^(?!\{ const (?:table|document) = |\{ width: |description [!=]==)/,
  },
  { reason: freeDocuments, file: 'documents/render-docx.ts', code: /^description ===/, becomes: /^true$/ },
  { reason: freeDocuments, file: 'documents/render-pdf.ts', code: /^description !==/, becomes: /^false$/ },
  {
    reason: freeDocuments,
    file: 'documents/document-content.ts',
    code: /^`\$\{item\.product_name\}|^`version |^'draft'$/,
  },
  {
    reason: freeDocuments,
    file: 'documents/document-content.ts',
    code: /^expression|^display_unit|^typeof parsed|^`= |^`\$\{text\}/,
  },
  {
    reason: 'a document whose item is gone is deleted with it',
    file: 'documents/document-content.ts',
    code: /^item === undefined$/,
    becomes: /^false$/,
  },
  {
    reason: 'how many printed documents are kept is a matter of speed',
    file: 'documents/document-printer.ts',
    code: /oldest|>= maxKept$/,
  },
  {
    reason: 'how many printed documents are kept is a matter of speed',
    file: 'documents/document-printer.ts',
    code: /^kept !== undefined$/,
    becomes: /^false$/,
  },
  {
    reason: controlPlane,
    file: 'documents/create-generated-document.ts',
    code: /^item === undefined$/,
    becomes: /^false$/,
  },
  {
    reason: 'the wording of a generated description is free',
    file: 'descriptions/describe-later.ts',
    code: /^(?!\{ return|`\$\{kindOf)/,
  },
  {
    reason: 'the contract sets no time for a description: one that never comes is reported as untested',
    file: 'descriptions/describe-later.ts',
    code: /^`\$\{kindOf/,
  },
  {
    reason: 'bytes may be served under a generic type or under none, whichever is stored',
    file: 'files/send-download.ts',
    code: /contentType|octet-stream|^\/\^\[!/,
  },
  {
    reason: 'how long a stored name may be, and what becomes of one without letters, is not documented',
    file: 'files/upload-form.ts',
    code: /^Array\.from\(printable\)|^\/\^\[\. \]/,
    becomes: /^Array|^\/\^\[\. \]\$/,
  },
  {
    reason: 'a version without a product is refused, with whatever status',
    file: 'files/download-file.ts',
    code: /^id === ''$/,
    becomes: /^false$/,
  },
  {
    reason: 'files are not deleted through the interface: what becomes of one whose place is deleted is not documented',
    file: 'files/file.ts',
    code: /^row\.deleted === 1$/,
    becomes: /^false$/,
  },
  {
    reason: 'a snapshot is given where it is there: it may go with a file that is deleted from the draft',
    file: 'files/download-file.ts',
    code: /^snapshot === undefined$/,
    becomes: /^snapshot !== undefined$/,
    context: /deleted/,
  },
  {
    reason: 'the uploader may be null, and no file comes from nobody',
    file: 'files/file.ts',
    code: /^row\.uploaded_by === null$/,
  },
  {
    reason: 'the form of an unset title is free',
    file: 'files/upload-form.ts',
    code: /^''$|^title === ''$/,
    becomes: /^false$|^"Stryker/,
  },
  {
    reason: 'a cleared description is empty, null or absent',
    file: 'files/update-file.ts',
    code: /^text === ''$/,
    becomes: /^false$/,
  },
  {
    reason: freeDocuments,
    file: 'files/snapshot-files.ts',
    mutator: 'Sql',
    code: /^file_links\.file_id = files\.id$/,
  },
  {
    reason: 'whether a version holds a generated document is not documented',
    file: 'documents/document-content.ts',
    code: /^\{ const item = store\.get<ItemRow & /,
  },
  {
    reason: 'by what a list of files may be narrowed down is not documented',
    file: 'files/list-files.ts',
    mutator: 'Sql',
    context: /file_links\.product_id|property_id$|properties\.item_id|FROM items|^JOIN|items\.id = \?/,
  },
  {
    reason: freeDocuments,
    file: 'documents/document-content.ts',
    mutator: 'Sql',
    context: /^WHERE (?:item_id|version_item_id) = /,
  },
  {
    reason: 'whether another organization uses AI is not known',
    file: 'files/upload-file.ts',
    mutator: 'SqlCondition',
    code: /^id = \?$/,
  },
  {
    reason: 'whether a deleted property takes files is not documented',
    file: 'files/upload-target.ts',
    mutator: 'SqlCondition',
    code: /^properties\.deleted = 0$/,
  },
  {
    reason: 'a file without a description is described or not where an empty one is sent: neither is documented',
    file: 'files/update-file.ts',
    code: /^''$/,
    context: /file\.description \?\? ''/,
  },
  {
    reason: 'a file that is never described is reported as untested',
    file: 'files/upload-file.ts',
    code: /^'pending'$/,
  },
  {
    reason: 'a file that is never described is reported as untested',
    file: 'descriptions/describe-later.ts',
    code: /^file\.description_status !== 'pending'$/,
    becomes: /===|^true$/,
  },
  { reason: freeDocuments, file: 'documents/document-content.ts', mutator: 'Sql' },
]
