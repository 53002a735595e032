import { readdirSync, readFileSync } from 'node:fs'
import { isRecord } from './is-record.ts'

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

/** What the `$id` of every schema begins with. */
export const schemaBase = 'https://product-data-conformance.test/schemas/'

const directory = new URL('../../schemas/', import.meta.url)
const folders = ['resources', 'requests', 'responses', 'formats'] as const
const files = new Map<string, Schema>()

/** The ids of all schemas: folder and file name. */
export function schemaIds(): readonly string[] {
  return folders.flatMap((folder) => readdirSync(new URL(`${folder}/`, directory)).map((name) => `${folder}/${name}`))
}

/** The schema of an id, read once. */
export function schemaFile(id: string): Schema {
  const known = files.get(id)
  if (known) return known
  const content: unknown = JSON.parse(readFileSync(new URL(id, directory), 'utf8'))
  if (!isRecord(content)) throw new Error(`${id} holds no schema`)
  files.set(id, content)
  return content
}

/** The id of the file of a reference to another file. */
export function referredFile(reference: string, from: string): string {
  return new URL(reference, schemaBase + from).href.slice(schemaBase.length)
}
