import type { ControlName } from '../config/controls.ts'

const bodies: Readonly<Record<ControlName, readonly [purpose: string, body: string]>> = {
  createApiKey: [
    'a new key, of the organization under test or of another one',
    "({ organization }) { return { id: '…', key: '…' } }",
  ],
  revokeApiKey: ['makes a key worthless that createApiKey made', '(id) {}'],
  publishVersion: ['publishes the draft of a product as its next version', '(productId) { return { version: 1 } }'],
  setAiUsage: ["switches the organization's AI usage on or off", '(enabled) {}'],
  getAiUsage: ['how it is before a run changes it, so that the run can put it back', '() { return true }'],
  setPartNumberRule: [
    'sets the format for numbers that products beside this one get; null lifts it',
    '(productId, pattern) {}',
  ],
  getPartNumberRule: ['the format that holds before a run changes it', '(productId) { return null }'],
  softDeleteProperty: ['deletes a property as the web application does: it stays, marked', '(propertyId) {}'],
  setRateLimit: ["sets the organization's limit; null brings back the deployment's own", '(limit) {}'],
  getRateLimit: ['the limit that is configured before a run changes it', '() { return null }'],
  createGeneratedDocument: ['lets the service make a document of an item', "(itemId) { return { fileId: '…' } }"],
}

/** The text of a starter controls module: a comment for each control, typed for editors. */
export function starterControls(): string {
  const entries = Object.entries(bodies).map(
    ([name, [purpose, body]]) => `  // ${purpose}\n  // async ${name}${body},\n`,
  )
  return [
    '// @ts-check',
    '// What the web application does, as far as a run may do it too. Every control is optional: take the comment off those that',
    '// you can fill in. What changes something is called only where writes are allowed.',
    '',
    "export default /** @type {Partial<import('product-data-conformance').ControlFunctions>} */ ({",
    entries.join('\n').trimEnd(),
    '})',
    '',
  ].join('\n')
}
