const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a value is a UUID string, in any letter case and of any version. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && uuid.test(value)
}
