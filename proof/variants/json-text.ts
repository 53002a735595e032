import { answers, isRecord, withHeaders } from '../changes/answers.ts'
import type { TransportChange } from '../changes/change.ts'
import { transports } from '../changes/transports.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import { readJson } from '../../reference/service/http/json-body.ts'
import { tokens as numbersAndTexts, withOtherNumbers } from './other-numbers.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how JSON is written and announced. */
export const jsonTextVariants = defineVariants({
  'errors-are-problem-json': {
    title: 'sends errors as application/problem+json',
    latitude: 'the suffix declares it as JSON',
    touches: ['ERR-21', 'ERR-01'],
    changes: [
      answers((answer) =>
        answer.status >= 400 ? withHeaders(answer, { 'content-type': 'application/problem+json' }) : answer,
      ),
    ],
  },
  'json-type-is-spelled-otherwise': {
    title: 'sends the JSON media type in upper case and without a charset',
    latitude: 'media types are case-insensitive, and JSON needs no charset',
    touches: ['GEN-01', 'ERR-21'],
    changes: [
      answers((answer) =>
        answer.json === undefined ? answer : withHeaders(answer, { 'content-type': 'Application/JSON' }),
      ),
    ],
  },
  'numbers-are-written-otherwise': {
    title: 'writes whole numbers with a decimal point and others with an exponent',
    latitude: 'JSON has several notations for a number',
    touches: ['PROP-10', 'PROP-31', 'PAGE-01', 'FILE-03'],
    without: ['json-is-indented-and-escaped'],
    changes: [written(withOtherNumbers)],
  },
  'json-has-spaces-around-and-escaped-slashes': {
    title: 'writes spaces in JSON and escapes slashes',
    latitude: 'JSON allows both',
    touches: ['GEN-01'],
    without: ['numbers-are-written-otherwise'],
    changes: [written((json) => `\n ${json.replaceAll('/', String.raw`\/`)} \r\n`)],
  },
  'json-is-indented-and-escaped': {
    title: 'writes JSON with indentation, keys in reverse order and escapes for everything outside ASCII',
    latitude: 'JSON allows any spaces, key order and escapes',
    touches: ['GEN-01'],
    changes: [written((json) => escaped(JSON.stringify(reversed(JSON.parse(json)), undefined, 2)))],
  },
  'numbers-beyond-doubles-are-kept': {
    title: 'stores decimal numbers of any size, and returns 1E+400',
    latitude: 'JSON numbers have no largest one',
    touches: ['PROP-10', 'PROP-31', 'ERR-15'],
    without: ['numbers-are-written-otherwise', 'json-is-indented-and-escaped'],
    changes: [
      prepares((store) => {
        const one = "SELECT max(sequence) FROM properties WHERE type = 'numeric' AND deleted = 0"
        store.run(`UPDATE properties SET value = '1.7976931348623157e+308' WHERE sequence = (${one})`)
      }),
      replace(readJson, (sound) => (deployment, bytes, request) => {
        const text = bytes.toString('latin1')
        return sound(deployment, Buffer.from(withStandIns(text), 'latin1'), request)
      }),
      written((json) => json.replaceAll(/1\.7976931348623157e\+308/gu, '1E+400')),
    ],
  },
})

/** JSON text with the largest double in the place of numbers beyond: nothing in JavaScript keeps those. */
function withStandIns(json: string): string {
  return json.replaceAll(numbersAndTexts, (token) =>
    token.startsWith('"') || Number.isFinite(Number(token))
      ? token
      : `${token.startsWith('-') ? '-' : ''}1.7976931348623157e308`,
  )
}

/** Changes the text of JSON bodies. */
function written(write: (json: string) => string): TransportChange {
  return transports(({ reply, payload }) => {
    const isJson = /json/iu.test(String(reply.getHeader('content-type') ?? ''))
    if (!isJson || typeof payload !== 'string' || payload === '') return payload
    reply.removeHeader('content-length')
    return write(payload)
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[^\n\u0020-\u007e]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)] as const)
      .toReversed(),
  )
}
