import { type Reference, type ReferenceOptions, startReference } from '../../reference/start-reference.ts'

/** An answer with its body as bytes and, where it is JSON, as a record. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly json: Readonly<Record<string, unknown>>
}

/** What an upload sends; the file is left out where there are no bytes. */
export interface Upload {
  readonly bytes?: Uint8Array
  readonly name?: string
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly key?: string
}

/** A running reference with a product of its own, and the few calls that the tests of files need. */
export class FileService implements AsyncDisposable {
  readonly reference: Reference
  readonly itemId: string
  readonly productId: string

  private constructor(reference: Reference, { itemId, productId }: { itemId: string; productId: string }) {
    this.reference = reference
    this.itemId = itemId
    this.productId = productId
  }

  static async start(options: ReferenceOptions = {}): Promise<FileService> {
    const reference = await startReference(options)
    const maker = new FileService(reference, { itemId: '', productId: '' })
    const workspaceId = idOf((await listed(maker, '/workspaces'))[0])
    const product = await maker.post('/products', { workspace_id: workspaceId, name: 'Valve', readable_id: 'valve_7' })
    const item = await maker.post('/items', { product_id: idOf(product.json), name: 'Seat' })
    return new FileService(reference, { itemId: idOf(item.json), productId: idOf(product.json) })
  }

  async call(path: string, init: RequestInit = {}, key = this.reference.keys.own): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(`${this.reference.baseUrl}/v1/public${path}`, { ...init, headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, bytes, json: isJson ? recordOf(bytes.toString()) : {} }
  }

  get(path: string): Promise<Answer> {
    return this.call(path)
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.call(path, jsonRequest('POST', body))
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.call(path, jsonRequest('PATCH', body))
  }

  upload(
    targetId: string,
    { bytes, name = 'note.txt', type = 'text/plain', fields = {}, key }: Upload,
  ): Promise<Answer> {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    if (bytes !== undefined) form.append('file', new Blob([Buffer.from(bytes)], { type }), name)
    return this.call(`/files/${targetId}`, { method: 'POST', body: form }, key)
  }

  async control(method: 'POST' | 'PUT', path: string, body: unknown = {}): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(`${this.reference.controlUrl}${path}`, jsonRequest(method, body))
    const text = await response.text()
    return text === '' ? {} : recordOf(text)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.reference.close()
  }
}

/** The entries of a list. */
export async function listed(service: FileService, path: string): Promise<readonly unknown[]> {
  const { items } = (await service.get(path)).json
  return Array.isArray(items) ? items : []
}

/** The id of a record, or an empty text. */
export function idOf(record: unknown): string {
  return record !== null && typeof record === 'object' && 'id' in record ? String(record.id) : ''
}

/** That many bytes, every value among them. */
export function someBytes(count: number): Buffer {
  return Buffer.from(Uint8Array.from({ length: count }, (_, index) => index % 256))
}

function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function recordOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
