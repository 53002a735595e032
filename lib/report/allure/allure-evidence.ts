import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { shortened } from '../escape.ts'
import { requestLine } from '../../wording/request-words.ts'
import type { AllureAttachment } from './allure-result.ts'

/** A file that a result shows, and its content. */
export interface Evidence {
  readonly attachment: AllureAttachment
  readonly content: string
}

const longestName = 120

/** An exchange as Allure shows one: request and response side by side. */
export function exchangeEvidence(exchange: ExchangeSummary, baseUrl: string): Evidence {
  const { status, durationMs } = exchange
  const content = {
    schemaVersion: 1,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(exchange.requestHeaders),
      ...(exchange.requestBody === '' ? {} : { body: bodyOf(exchange.requestHeaders, exchange.requestBody) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      headers: pairs(exchange.responseHeaders),
      body: bodyOf(exchange.responseHeaders, exchange.responseBody),
    },
    start: 0,
    stop: durationMs,
  }
  const attachment = {
    name: `${shortened(requestLine(exchange, baseUrl), longestName)} → ${status}`,
    type: 'application/vnd.allure.http+json',
    source: `${randomUUID()}-attachment.httpexchange`,
  }
  return { attachment, content: JSON.stringify(content) }
}

/** Lines of text as Allure shows them: one file, however many results show them. */
export function textEvidence(name: string, lines: readonly string[]): Evidence {
  const content = `${lines.join('\n')}\n`
  const digest = createHash('sha256').update(`${name}\n${content}`).digest('hex').slice(0, 32)
  return { attachment: { name, type: 'text/plain', source: `${digest}-attachment.txt` }, content }
}

function pairs(headers: Readonly<Record<string, string>>): ReadonlyArray<{ readonly name: string; value: string }> {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

/** Shown as text, whatever the target calls it: its markup is not to come alive. */
function bodyOf(headers: Readonly<Record<string, string>>, value: string): object {
  const json = /[/+]json\b/.test(headers['content-type'] ?? '')
  return { contentType: json ? 'application/json' : 'text/plain', encoding: 'utf8', value }
}
