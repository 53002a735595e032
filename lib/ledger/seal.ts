import { createHmac } from 'node:crypto'

const ending = /,"seal":"([\w-]{22})"\}$/

/** A line of a ledger: its values, and a digest of them that needs the key. */
export function sealed(line: object, key: string): string {
  const text = JSON.stringify(line)
  return `${text.slice(0, -1)},"seal":"${digest(text, key)}"}`
}

/** The seal at the end of a line, whoever made it. */
export function sealOf(line: string): string | undefined {
  return ending.exec(line)?.[1]
}

/** Whether a line is as it was sealed with the key. */
export function isSealedWith(line: string, key: string): boolean {
  return sealOf(line) === digest(line.replace(ending, '}'), key)
}

function digest(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}
