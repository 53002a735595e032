import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChangedReference } from '../../../proof/start-changed-reference.ts'
import { runCli } from '../../cli/run-cli.ts'
import { openRelay, unspoiled, type Spoil } from '../../hostile/relay.ts'
import { hostile } from './hostile.ts'

const inJson = JSON.stringify(hostile).slice(1, -1)

/** Puts markup into the names, messages and header fields of an otherwise sound service. */
const putsMarkup: Spoil = (answer, response) => {
  const { 'content-length': _length, ...headers } = answer.headers
  const text = answer.body.toString('utf8').replaceAll(/"(userName|message)":"/g, (field) => `${field}${inJson}`)
  const hostileHeaders = { ...headers, 'x-markup': '<img src=x onerror="document.title=1">' }
  unspoiled({ ...answer, headers: hostileHeaders, body: Buffer.from(text) }, response)
}

/** Runs the command against a faulty service full of markup, and gives the path of the page that it wrote. */
export async function hostileRun(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'page-'))
  const target = join(directory, 'target.json')
  writeFileSync(target, JSON.stringify({ name: `staging ${hostile}` }))
  const reference = await startChangedReference({
    faults: ['retired-number-back-to-its-product', 'count-holds-the-total'],
  })
  try {
    await using relay = await openRelay(reference.baseUrl, putsMarkup)
    const selection = ['--only', 'PN || PAGE || WS || AUTH-27', '--effort', 'quick', '--seed', '1']
    const reports = join(directory, 'reports')
    const ended = await runCli(
      [
        'run',
        '--base-url',
        relay.url,
        '--target',
        target,
        '--allow-writes',
        '--allow-traces',
        '--reports',
        reports,
        ...selection,
      ],
      { CONFORMANCE_API_KEY: reference.keys.own },
    )
    const page = join(reports, 'index.html')
    if (ended.code !== 1 || !readFileSync(page, 'utf8').includes('&lt;img src=x'))
      throw new Error(
        `the run did not meet the markup and the faults: exit ${ended.code}\n${ended.stdout}${ended.stderr}`,
      )
    return page
  } finally {
    await reference.close()
  }
}
