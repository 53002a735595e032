import type { Exchange } from '../client/exchange.ts'
import { flattenJson } from './flatten-json.ts'

/** A text of the service's own that a request sends back: in a script, it has to be shown before it can be sent. */
export interface Echo {
  readonly text: string
  /** The first answer that showed it. */
  readonly shownBy: Exchange
}

/** Shorter texts are sent by chance. */
const tellingLength = 8

const id = /^[\w-]{16,}$/

/** The texts that a write sends as an answer before it had shown them, and that nobody had sent until then. */
export function echoesOf(write: Exchange, exchanges: readonly Exchange[]): readonly Echo[] {
  const texts = textsIn(write).filter((text) => text.length >= tellingLength && !id.test(text))
  if (texts.length === 0) return []
  const before = exchanges.filter(({ sequence }) => sequence < write.sequence)
  const reads = before.filter(({ request }) => request.method === 'GET')
  return texts
    .filter((text) => !before.some(({ request }) => request.body?.text.includes(text) === true))
    .flatMap((text) => {
      const shownBy = reads.find(({ body }) =>
        Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(`"${text}"`),
      )
      return shownBy ? [{ text, shownBy }] : []
    })
}

function textsIn({ request }: Exchange): readonly string[] {
  if (request.method === 'GET' || request.body === undefined || request.body.truncated) return []
  const leaves = flattenJson(request.body.text) ?? []
  return leaves.filter(({ isText }) => isText).map(({ text }) => text)
}
