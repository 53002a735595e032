import type { TargetFile } from '../config/target-file.ts'

/** What a target file may declare beside what was found, as comments that are to be filled in. */
const suggestions: Readonly<Record<string, string>> = {
  name: '"name": "staging",                       // how reports call the target',
  workspaceId: '"workspaceId": "…",                     // the workspace to work in; the first without it',
  aiUsage: '"aiUsage": true,                        // whether the organization has AI usage switched on',
  limits: '"limits": { "maxUploadBytes": 5242880 }, // what the deployment is configured with',
  fixtures:
    '"fixtures": { "foreign": { "productId": "…" }, "generatedDocumentFileId": "…", "partNumberRule": { "pattern": "^PN-\\\\d{4}$" } },',
}

/** How each name and shape of the dialect was found out, for people. */
export type DialectNotes = Readonly<Record<string, string>>

/** The text of a starter target file: what was found and how, and comments on what else may be declared. */
export function starterTarget(found: TargetFile, schemaPath: string, notes: DialectNotes = {}): string {
  const open = Object.entries(suggestions).filter(([key]) => !Object.hasOwn(found, key))
  const declared = JSON.stringify({ $schema: schemaPath, ...found }, undefined, 2).split('\n')
  return [
    '// What the deployment declares of itself. Everything is optional: what is not declared is found out where that is',
    '// possible, and otherwise what needs it is untested. Comments are allowed.',
    ...declared.slice(0, 1),
    ...open.map(([, line]) => `  // ${line}`),
    ...withNotes(declared.slice(1), notes),
    '',
  ].join('\n')
}

/** The lines of the file, and above each key of the dialect how it was found out. */
function withNotes(lines: readonly string[], notes: DialectNotes): readonly string[] {
  const start = lines.indexOf('  "dialect": {')
  if (start < 0) return lines
  return lines.flatMap((line, index) => {
    const [, indent = '', name = ''] = /^( {4}| {6})"(\w+)":/.exec(line) ?? []
    const note = notes[indent.length === 6 ? `propertyCreate.${name}` : name]
    return index <= start || note === undefined ? [line] : [`${indent}// ${note}`, line]
  })
}
