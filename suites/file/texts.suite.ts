import fc from 'fast-check'
import { assume, forAll, inTurn, keptLines, keptText, scenario, textField, succeeded } from '#suite'
import type { CheckContext, Exchange } from '#suite'
import { assumeReached } from '../shared/assume-reached.ts'

/** At their ends a letter, or what careless services cut off. */
const title = fc.tuple(keptText(), fc.constantFrom('x', ' x', 'x ')).map(([text, core]) => `${core}${text}`)
const description = fc.tuple(keptLines(), fc.constantFrom('x', 'x ', 'x\n')).map(([text, core]) => `${text}${core}`)

interface FileTexts {
  readonly userTitle: string
  readonly description: string
}

const textsOfFiles: readonly FileTexts[] = [
  { userTitle: ' outer spaces ', description: ' outer spaces ' },
  // A text of one zero passes for an empty one in some languages, and two that are the same number for one text.
  { userTitle: '0', description: '0' },
  { userTitle: '00', description: '00' },
  { userTitle: 'null', description: 'null' },
  // Within 64 bytes: letters of two characters, markup, escapes, spaces, and characters that some forms of Unicode replace.
  {
    userTitle: 'Cafe\u0301 <b>&amp;</b> %41+ 😀 ﬁt ½\u00a0x² Ａ two  sp.',
    description: 'Cafe\u0301 and caf\u00e9 <i>&lt;</i> %20\nnext\r\n\tlast 😀 ﬁt ½\u00a0x² Ａ two  spaces',
  },
  // Within a limit of characters, and above it in bytes.
  { userTitle: 'Größe 漢字 '.repeat(8).slice(0, 63).concat('.'), description: '漢字 '.repeat(160).concat('.') },
]

forAll(
  'titles and descriptions are kept character for character',
  { verifies: ['FILE-20'], needs: ['write'], cost: 'costly' },
  async ({ api, given, verify }) => {
    const { id } = await given.file((await given.fileItem()).id)
    return {
      inputs: fc.record({ userTitle: title, description }, { noNullPrototype: true }),
      examples: textsOfFiles,
      holds: async (input: FileTexts) => {
        const answer = await api.send('updateFile', { path: { file_id: id }, json: input })
        // lawful: a limit of length that the contract does not show
        assume(succeeded(answer) || !Object.entries(input).some(([field, text]) => isLong(field, text)))
        assumeReached(answer, [input.userTitle, input.description])
        verify('FILE-20', answer).isAccepted()
        const read = await given.fileRecord(id)
        verify('FILE-20', read).shows({ ...input })
      },
    }
  },
)

const longTexts = { userTitle: `${'long '.repeat(60)}.`, description: `${'long '.repeat(1000)}.` } as const

interface LongText {
  readonly field: string
  readonly text: string
  readonly answer: Exchange
  readonly read: Exchange
}

/** Sent once per session for one file, in turn: updates of two fields at the same time are asked elsewhere. */
function sendLongTexts({ api, given, session }: CheckContext<'FILE-20'>): Promise<readonly LongText[]> {
  return session.shared('long texts of a file', async () => {
    const { id } = await given.file((await given.fileItem()).id)
    return inTurn(Object.entries(longTexts), async ([field, text]) => {
      const answer = await api.send('updateFile', { path: { file_id: id }, json: { [field]: text } })
      return { field, text, answer, read: await given.fileRecord(id) }
    })
  })
}

for (const field of Object.keys(longTexts))
  scenario(
    `a long ${field} is kept whole if it is accepted`,
    { verifies: ['FILE-20'], needs: ['write'] },
    async (context) => {
      const sent = (await sendLongTexts(context)).find((one) => one.field === field)
      // The contract shows no longest text, and a service may have one.
      assume(sent !== undefined && succeeded(sent.answer), `the target rejected a long ${field}`)
      context.verify('FILE-20', sent.read).shows({ [field]: sent.text }, `the record with a long ${field}`)
    },
  )

forAll(
  'the title of an upload is kept character for character',
  { verifies: ['FILE-20'], needs: ['write'], cost: 'batch' },
  async ({ given, verify }) => ({
    inputs: title,
    examples: ['0', ' Cafe\u0301 – Größe ½ <b>&amp;</b> %41+ "😀" '],
    holds: async (userTitle: string) => {
      const upload = await given.sendUpload((await given.fileItem()).id, { userTitle, allowDuplicate: 'true' })
      assume(succeeded(upload) || !isLong('userTitle', userTitle))
      assumeReached(upload, [userTitle])
      verify('FILE-20', upload).isAccepted()
      const read = await given.fileRecord(textField(upload, 'id', 'FILE-01'))
      verify('FILE-20', read).shows({ userTitle })
    },
  }),
)

/** lawful: a limit of length, which may count characters or bytes */
function isLong(field: string, text: unknown): boolean {
  return typeof text === 'string' && Buffer.byteLength(text) > (field === 'userTitle' ? 64 : 500)
}
