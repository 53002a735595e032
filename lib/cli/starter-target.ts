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

/** The text of a starter target file: what was found, and comments on what else may be declared. */
export function starterTarget(found: TargetFile, schemaPath: string): string {
  const open = Object.entries(suggestions).filter(([key]) => !Object.hasOwn(found, key))
  const declared = JSON.stringify({ $schema: schemaPath, ...found }, undefined, 2).split('\n')
  return [
    '// What the deployment declares of itself. Everything is optional: what is not declared is found out where that is',
    '// possible, and otherwise what needs it is untested. Comments are allowed.',
    ...declared.slice(0, 1),
    ...open.map(([, line]) => `  // ${line}`),
    ...declared.slice(1),
    '',
  ].join('\n')
}
