import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeHar } from '../../lib/client/har/complete-har.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('har-')

const path = (name: string): string => join(directory, name)

/** An entry that began so many milliseconds after the first; of 5 kB, so that a few hundred are more than is read at a time. */
function entry(milliseconds: number): object {
  const startedDateTime = new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString()
  return { startedDateTime, comment: `é${milliseconds}`.repeat(1000) }
}

function entriesOf(archive: string): readonly object[] {
  const { log } = JSON.parse(readFileSync(archive, 'utf8'))
  return log.entries
}

test('the entries of several logs are in the order in which their requests were sent, each whole', async () => {
  const moments = Array.from({ length: 400 }, (_, index) => index)
  const lines = (remainder: number): string =>
    moments
      .filter((moment) => moment % 2 === remainder)
      .toReversed()
      .map((moment) => `${JSON.stringify(entry(moment))}\n`)
      .join('')
  writeFileSync(path('even'), lines(0))
  writeFileSync(path('odd'), lines(1).trimEnd())
  await completeHar([path('even'), path('odd')], path('whole.har'))
  expect(entriesOf(path('whole.har'))).toEqual(moments.map((moment) => entry(moment)))
  await completeHar([path('whole.har')], path('again.har'))
  expect(readFileSync(path('again.har'))).toEqual(readFileSync(path('whole.har')))
})

test('an archive of nothing has no entries', async () => {
  await completeHar([], path('empty.har'))
  expect(entriesOf(path('empty.har'))).toEqual([])
})

test('where a log cannot be read, nothing is left of the archive', async () => {
  await expect(completeHar([path('nowhere')], path('lost.har'))).rejects.toThrow('ENOENT')
  expect(() => readFileSync(path('lost.har'))).toThrow('ENOENT')
})
