import { TransportError, assume, scenario, type Exchange, type Given, shownId } from '#suite'

/** The length that a download announced, and what came of it. */
interface Lengths {
  /** As far as it came. */
  readonly answer: Exchange
  readonly expected: number
  readonly received: number
}

/** Nothing if a download announces no length, or is encoded on its way. */
async function lengthsOf(
  given: Given,
  id: string,
  query: Readonly<Record<string, string>>,
): Promise<Lengths | undefined> {
  const answer = await given.downloadWhenStored(id, query).catch((error: unknown) => {
    if (!(error instanceof TransportError) || error.announcedBytes === undefined || error.begun?.status !== 200)
      throw error
    // The client has asked several times by now: this is how the target ends it.
    return { answer: error.begun, expected: error.announcedBytes, received: error.receivedBytes ?? 0 }
  })
  if ('expected' in answer) return answer
  if (answer.status !== 200 || answer.headers['content-encoding'] !== undefined) return undefined
  const expected = Number(answer.headers['content-length'] ?? answer.bodyBytes)
  return { answer, expected, received: answer.bodyBytes }
}

for (const [how, query] of [
  ['', {}],
  ['?format=pdf', { format: 'pdf' }],
] as const)
  scenario(
    `GET /files/{file_id}/download${how} is as long as its Content-Length`,
    { verifies: ['DL-14'], needs: ['write'] },
    async ({ given, session, verify }) => {
      const make = async () => given.file((await given.fileItem()).id)
      const { id, part } = await session.shared('file whose length is announced', make)
      const lengths = await lengthsOf(given, id, query)
      assume(lengths !== undefined)
      const { answer, ...announced } = lengths
      verify('DL-14', answer).equals({
        ...announced,
        of: 'the announced length of a download',
        hint: `content length: Content-Length seems to be computed before the body is converted (the file has ${part.bytes.length} bytes)`,
      })
    },
  )

scenario(
  'GET /files/{file_id}/download of an existing file is as long as its Content-Length',
  { verifies: ['DL-14'] },
  async ({ given, verify }) => {
    const [file] = given.entriesOf(await given.fileList())
    assume(file !== undefined, 'the target showed no file')
    const lengths = await lengthsOf(given, shownId(file), {})
    assume(lengths !== undefined, 'no existing file was downloaded without a format')
    const { answer, ...announced } = lengths
    verify('DL-14', answer).equals({ ...announced, of: 'the announced length of a download' })
  },
)
