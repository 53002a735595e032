import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dialect, type DialectOptions } from '../../lib/service/dialect/dialect.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { openStub, type StubShape, type StubTarget } from './stub-target.ts'

export interface OpenDialect extends AsyncDisposable {
  readonly dialect: Dialect
  readonly stub: StubTarget
  /** `METHOD path` of every request so far. */
  readonly sent: () => readonly string[]
}

/** The discovery of a stub's dialect, with a ledger of its own. */
export async function openDialect(
  shape: StubShape,
  options: Partial<Pick<DialectOptions, 'mode' | 'targetFile' | 'described'>> = {},
): Promise<OpenDialect> {
  const { mode = 'read-write', targetFile = {}, described } = options
  const stub = await openStub(shape, mode)
  const directory = mkdtempSync(join(tmpdir(), 'dialect-'))
  const ledger = Ledger.begin({
    baseUrl: 'http://stub.test',
    runId: 'abcd1234',
    reportsDirectory: directory,
    keys: { own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX' },
  })
  return {
    stub,
    dialect: new Dialect({ send: stub.send, targetFile, described, mode, runId: 'abcd1234', ledger }),
    sent: () => stub.exchanges.map(({ request }) => `${request.method} ${request.path}`),
    [Symbol.asyncDispose]: async () => {
      await stub[Symbol.asyncDispose]()
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
