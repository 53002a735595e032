import { keyNames, type Keys } from './keys.ts'

/** A request, laid out. */
interface LaidOut {
  /** Path and query. */
  readonly target: string
  /** Those of the description. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: Uint8Array | undefined
}

/** Where a configured key stands beside the Authorization header, as logs and caches would keep it; `undefined` where it does not. */
export function misplacedKey({ target, headers = {}, body }: LaidOut, keys: Keys): string | undefined {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization')
  for (const name of keyNames) {
    const key = keys[name]
    // A key is sent in no request where there is none.
    if (!key) continue
    if ([key, encodeURIComponent(key)].some((form) => target.includes(form))) return 'path or query'
    const header = others.find(([, value]) => value.includes(key))
    if (header) return `header ${header[0]}`
    if (body && Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(key)) return 'body'
  }
  return undefined
}
