import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { ControlFunctions } from '../../api/controls.d.ts'

/** A running deployment that was written from the contract alone. */
export interface IndependentServer {
  readonly baseUrl: string
  /** What its web application can do. */
  readonly controls?: Partial<ControlFunctions>
  readonly close: () => Promise<void>
}

/** The keys that every independent server knows: one for each of two organizations. */
export const serverKeys = {
  own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX',
  other: 'svc_api_Z8pQv5Bn1KdRw7Xy3TcLm9HsFg2JaUe4NqVo',
} as const

const descriptions = new URL('descriptions/', import.meta.url)

/** Where a framework publishes the description of its application, and the fixture that it generated. */
interface Published {
  readonly at: string
  readonly fixture: string
}

/** Serves on loopback, on a port that is free. */
export async function listen(listener: RequestListener, published?: Published): Promise<IndependentServer> {
  const description = published && readFileSync(new URL(published.fixture, descriptions))
  const server = createServer({ keepAliveTimeout: 20_000 }, (request, response) => {
    if (request.url !== published?.at) listener(request, response)
    else response.setHeader('content-type', 'application/json').end(description)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
