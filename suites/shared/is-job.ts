import { isRecord } from '#suite'

/** A success that names a job and lists nothing: what was sent is judged and made later, and the job alone tells of it. */
export function isJob(json: unknown): boolean {
  if (!isRecord(json) || 'error' in json) return false
  return Object.keys(json).some((name) => /job|task|operation/i.test(name)) && !Object.values(json).some(Array.isArray)
}
