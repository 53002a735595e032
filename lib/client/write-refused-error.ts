/** A request that may change something, refused before it was sent. */
export class WriteRefusedError extends Error {
  readonly method: string
  readonly path: string

  constructor(method: string, path: string) {
    super(`writes are not allowed: nothing was sent of ${method} ${path}`)
    this.name = 'WriteRefusedError'
    this.method = method
    this.path = path
  }
}
