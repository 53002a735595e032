import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Sender } from '../../proof/judge/tracing-session.ts'

/** The sender of what is being done now, on either side of the wire. */
export const senders = new AsyncLocalStorage<Sender>()

const header = 'x-sent-for'

/**
 * Lets every request that undici sends from within this process carry its sender, and a server in this process handle it
 * in that sender's name, until disposed. A header that no contract speaks of changes no answer.
 */
export function tellSenders(): Disposable {
  subscribe('undici:request:create', sent)
  subscribe('http.server.request.start', received)
  return {
    [Symbol.dispose]: () => {
      unsubscribe('undici:request:create', sent)
      unsubscribe('http.server.request.start', received)
    },
  }
}

function sent(message: unknown): void {
  const sender = senders.getStore()
  if (sender !== undefined && isSent(message)) message.request.addHeader(header, encodeURIComponent(sender))
}

function received(message: unknown): void {
  if (!isReceived(message)) return
  const { request } = message
  const tag = request.headers[header]
  if (typeof tag !== 'string') return
  const sender = decodeURIComponent(tag)
  senders.enterWith(sender)
  // The body comes in the name of whoever the connection last served, if nothing is done about it.
  const emit = request.emit.bind(request)
  request.emit = (event: string | symbol, ...values: readonly unknown[]) =>
    senders.run(sender, () => emit(event, ...values))
}

function isSent(message: unknown): message is { readonly request: { addHeader(name: string, value: string): void } } {
  return typeof message === 'object' && message !== null && 'request' in message
}

function isReceived(message: unknown): message is { readonly request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message
}
