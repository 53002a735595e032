import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { curlOf } from '../../lib/client/curl.ts'
import type { Exchange, Identity } from '../../lib/client/exchange.ts'
import { multipart } from '../../lib/client/multipart.ts'
import { recordBody } from '../../lib/client/prepare-request.ts'

interface Sketch {
  readonly method?: string
  readonly identity?: Identity
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Exchange['request']['body']
  readonly url?: string
}

function commandOf({
  method = 'GET',
  identity = 'own',
  headers = {},
  body,
  url = 'http://localhost/a?b=1',
}: Sketch): string {
  return curlOf({ identity, request: { method, url, path: '/a?b=1', headers, body } })
}

/** The arguments that a real shell makes of a command. */
async function argumentsOf(command: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { CONFORMANCE_API_KEY: 'own key', CONFORMANCE_OTHER_ORG_API_KEY: 'other key' },
  })
  return stdout.split('\0').slice(0, -1)
}

describe('curlOf', () => {
  test('takes the value of a header for a gateway from the environment', async () => {
    const headers = { 'x-gateway': 'a "token" `${CONFORMANCE_API_KEY}` of $5' }
    expect(await argumentsOf(commandOf({ headers, identity: 'none' }))).toContain(
      'x-gateway: a "token" `own key` of $5',
    )
  })

  test('names the key by its variable', async () => {
    const headers = { authorization: 'Bearer ***', accept: '*/*' }
    expect(commandOf({ headers })).toContain('"authorization: Bearer $CONFORMANCE_API_KEY"')
    expect(await argumentsOf(commandOf({ headers }))).toContain('authorization: Bearer own key')
    expect(await argumentsOf(commandOf({ headers, identity: 'other-organization' }))).toContain(
      'authorization: Bearer other key',
    )
    expect(await argumentsOf(commandOf({ identity: 'none' }))).toEqual([
      '-sS',
      '-i',
      '--path-as-is',
      '--globoff',
      'http://localhost/a?b=1',
    ])
  })

  test.for([`it's`, '$(touch x) `id` $HOME', 'a\nb\r\tc\\', '"; rm -rf ~ #', "\u001b[31m'\u202e\\n"])(
    'a shell reads %j back as it was',
    async (text) => {
      const body = recordBody(Buffer.from(text))
      const read = await argumentsOf(
        commandOf({ method: 'POST', body, headers: { 'x-a': 'v' }, url: `http://localhost/?${text}` }),
      )
      expect(read).toContain(text)
      expect(read.at(-1)).toBe(`http://localhost/?${text}`)
    },
  )

  test('shows no control character', () => {
    const command = commandOf({ method: 'POST', body: recordBody(Buffer.from('\u001b]0;x\u0007\u202e')) })
    // oxlint-disable-next-line no-control-regex -- controls are what it looks for
    expect(command).not.toMatch(/[\u0000-\u001f\u202e]/)
  })

  test('names a file for a body that is no text', () => {
    expect(commandOf({ method: 'POST', body: recordBody(new Uint8Array([0, 255])) })).toMatch(
      /--data-binary '@body-[0-9a-f]{8}\.bin'/,
    )
  })

  test('sends the parts of a binary form by name', async () => {
    const form = multipart([
      { name: 'userTitle', value: '@title' },
      { name: 'file', filename: 'a.pdf', contentType: 'application/pdf', bytes: new Uint8Array([0, 255]) },
    ])
    const body = recordBody(form.bytes, form)
    const read = await argumentsOf(commandOf({ method: 'POST', body, headers: { 'content-type': form.contentType } }))
    expect(read.slice(8)).toEqual([
      '--form-string',
      'userTitle=@title',
      '-F',
      'file=@"a.pdf";type=application/pdf',
      'http://localhost/a?b=1',
    ])
  })
})
