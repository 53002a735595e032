import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Attachment } from 'allure-js-commons'
import type { HttpExchange, HttpExchangeBody } from 'allure-js-commons/http'
import type { ExchangeSummary } from '../../client/summarize-exchange.ts'
import { requestLine } from '../../wording/request-words.ts'
import { shortened } from '../escape.ts'

/** A file that a result shows, and its content. */
export interface AllureEvidence {
  readonly attachment: Attachment
  readonly content: string
}

const longestName = 120

/** An exchange as Allure shows one: request and response side by side. */
export function exchangeEvidence(exchange: ExchangeSummary, baseUrl: string): AllureEvidence {
  const { method, url, status, durationMs, requestHeaders, requestBody, responseHeaders, responseBody } = exchange
  const httpVersion = 'HTTP/1.1'
  const content: HttpExchange = {
    schemaVersion: 1,
    request: {
      method,
      url,
      httpVersion,
      headers: pairs(requestHeaders),
      ...(requestBody !== '' && { body: bodyOf(requestHeaders, requestBody) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion,
      headers: pairs(responseHeaders),
      body: bodyOf(responseHeaders, responseBody),
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

/** Lines of text as an attachment: one file, however many results show it. */
export function textEvidence(name: string, lines: readonly string[]): AllureEvidence {
  const content = `${lines.join('\n')}\n`
  const digest = createHash('sha256').update(`${name}\n${content}`).digest('hex').slice(0, 32)
  return { attachment: { name, type: 'text/plain', source: `${digest}-attachment.txt` }, content }
}

function pairs(headers: Readonly<Record<string, string>>): Array<{ name: string; value: string }> {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

/** Shown as text, whatever its media type: markup from the target must not be interpreted. */
function bodyOf(headers: Readonly<Record<string, string>>, value: string): HttpExchangeBody {
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '')
  return { contentType: isJson ? 'application/json' : 'text/plain', encoding: 'utf8', value }
}
