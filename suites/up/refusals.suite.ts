import { assume, blocked, each, inTurn, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, FormPart, Given, MadeFile, Sources } from '#suite'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { ownItem } from '../shared/shared-place.ts'
import { controlUpload } from './control-upload.ts'

// `controlUpload` is a file whose POST /files/{target_id} to the item for files was accepted.

const needs = ['write'] as const
const invalid = { status: 400, code: 'invalid_request' } as const

interface Missing {
  readonly what: string
  readonly form: (given: Given) => readonly FormPart[]
  readonly refusal: Partial<typeof invalid>
}

const missing: readonly Missing[] = [
  { what: 'no file', form: (given) => [{ name: 'userTitle', value: given.name() }], refusal: invalid },
  { what: 'allow_duplicate and no file', form: () => [{ name: 'allow_duplicate', value: 'true' }], refusal: invalid },
  {
    what: 'the file in the wrong field',
    form: (given) => [{ ...given.filePart(), name: 'document' }],
    // lawful: what is wrong beside it may be refused before it, with any code
    refusal: {},
  },
  {
    what: 'an unfilled file field',
    form: (given) => [{ ...given.filePart({ bytes: new Uint8Array() }), filename: '' }],
    refusal: invalid,
  },
]

for (const { what, form, refusal } of missing)
  scenario(
    `a form with ${what} is rejected`,
    // Missing or empty: both readings of an unfilled field are rejected alike.
    { verifies: ['UP-05'], needs },
    async ({ given, session, verify }) => {
      const { targetId, exchange: control } = await controlUpload({ given, session })
      const answer = await given.sendForm(targetId, form(given), { broken: what })
      verify('UP-05', answer).isRefused({ ...refusal, control })
    },
  )

const empty = {
  'an empty file': {},
  'an empty file with allow_duplicate=true': { allowDuplicate: 'true' },
  'an empty file with a title': { userTitle: 'empty' },
} as const

for (const target of fileTargetNames)
  for (const [what, options] of Object.entries(empty))
    scenario(
      `${what} on the ${target} is rejected`,
      { verifies: ['UP-06'], needs },
      async ({ given, session, verify }) => {
        const { exchange: control } = await controlUpload({ given, session })
        const { id } = await fileTargets[target](given)
        const answer = await given.sendUpload(id, { bytes: new Uint8Array(), ...options, broken: what })
        verify('UP-06', answer).isRefused({ ...invalid, control })
      },
    )

const whitespace = { 'of spaces': ' '.repeat(40), 'of line breaks': '\r\n'.repeat(20) } as const

for (const [what, text] of Object.entries(whitespace))
  scenario(
    `a file ${what} only does not count as empty`,
    { verifies: ['UP-01'], needs },
    async ({ given, session, verify }) => {
      const { targetId } = await controlUpload({ given, session })
      const file = { bytes: Buffer.from(text), filename: `${given.word()}.txt`, contentType: 'text/plain' }
      const answer = await given.sendUpload(targetId, { ...file, allowDuplicate: 'true' })
      // lawful: another rejection, for example because of its type
      const isAcceptedOrBadRequest = answer.status <= 400
      const hint = 'trimmed bytes: white space seems to be removed before the bytes are counted'
      verify('UP-01', answer).hasCode({ except: [invalid.code] }, { where: isAcceptedOrBadRequest, hint })
    },
  )

const noTargets = {
  'an unknown id': ({ given }: Sources) => Promise.resolve(given.unknownId()),
  'the id of a product': async ({ given }: Sources) => (await given.fileItem()).product.id,
  'the id of a workspace': async ({ given }: Sources) => (await given.fileItem()).product.workspaceId,
  'the id of a file': async (sources: Sources) => (await controlUpload(sources)).id,
} as const

for (const [what, targetOf] of Object.entries(noTargets))
  scenario(`an upload to ${what} is rejected`, { verifies: ['UP-16'], needs }, async (context) => {
    const { exchange: control } = await controlUpload(context)
    const answer = await context.given.sendUpload(await targetOf(context), { broken: what })
    context.verify('UP-16', answer).isRefused({ status: 404, code: 'target_not_found', control })
  })

/** What was deleted, by how it is answered since, and an upload to something beside it. */
interface Gone {
  readonly control: Exchange
  readonly item: { readonly id: string; readonly read: Exchange }
  readonly property: { readonly id: string; readonly read: Exchange }
}

function deletedItem(sources: Sources): Promise<Gone> {
  const { given, session } = sources
  return session.shared('item that was deleted beside one that has a file', async () => {
    const { id, item } = await given.property('text', { item: await ownItem(sources) })
    // A file of the item itself might stay for good: files go with their product.
    const { exchange: control } = await given.file((await given.item({ product: item.product })).id)
    // Whose a property is must be known before nothing shows it any more: what is not surely ours is not written to.
    given.requireSuccess(await given.read('property', id), 'PROP-27')
    given.requireSuccess(await given.remove('item', item.id), 'ITEM-07')
    return {
      control,
      item: { id: item.id, read: await given.read('item', item.id) },
      property: { id, read: await given.read('property', id) },
    }
  })
}

async function itemOfDeletedProduct({ given }: Sources) {
  const { id, product } = await given.item()
  const { exchange: control } = await given.file(id)
  given.requireSuccess(await given.remove('product', product.id), 'PROD-52')
  return { control, id, read: await given.read('item', id) }
}

const goneTargets = {
  'a deleted item': async (sources: Sources) => {
    const { control, item } = await deletedItem(sources)
    return { control, ...item }
  },
  'a property of a deleted item': async (sources: Sources) => {
    const { control, property } = await deletedItem(sources)
    return { control, ...property }
  },
  'an item of a deleted product': itemOfDeletedProduct,
} as const

for (const [what, createTarget] of Object.entries(goneTargets))
  scenario(`an upload to ${what} is rejected`, { verifies: ['UP-16'], needs }, async (context) => {
    const { control, id, read } = await createTarget(context)
    // What is known by id still, perhaps marked as deleted, is the concern of other rules.
    assume(read.status === 404)
    const answer = await context.given.sendUpload(id, { broken: 'a deleted target' })
    context.verify('UP-16', answer).isRefused({ status: 404, code: 'target_not_found', control })
  })

const foreignTargets = {
  item: (given: Given) => given.foreignItem(),
  property: (given: Given) => given.foreignProperty(),
} as const

for (const [kind, createTarget] of Object.entries(foreignTargets))
  scenario(
    `an upload to a foreign ${kind} is forbidden`,
    // What is only declared is not written to: a deployment that accepts it would keep it.
    { verifies: ['UP-17'], needs: ['second-key', 'write'] },
    async ({ given, session, verify }) => {
      const { id: target } = await createTarget(given)
      const { exchange: control } = await controlUpload({ given, session })
      const answer = await given.sendUpload(target, { isForeign: true })
      verify('UP-17', answer).isRefused({ status: 403, code: 'forbidden', control })
    },
  )

const noForms = {
  'a JSON body instead of a form': () => ({ json: { file: 'text', userTitle: 'a title' } }),
  'the bare bytes instead of a form': (given: Given) => ({
    rawBody: given.filePart().bytes,
    contentType: 'application/octet-stream',
  }),
  'a URL-encoded form': () => ({
    rawBody: 'file=text&allow_duplicate=true',
    contentType: 'application/x-www-form-urlencoded',
  }),
  'a form without a boundary in its content type': () => ({
    rawBody: '--end\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--end--\r\n',
    contentType: 'multipart/form-data',
  }),
} as const

for (const [what, body] of Object.entries(noForms))
  scenario(
    `an upload with ${what} is rejected`,
    { verifies: ['UP-23'], needs, covers: ['ERR-15'] },
    async ({ api, given, session, verify }) => {
      const { targetId, exchange: control } = await controlUpload({ given, session })
      const answer = await api.send('uploadFile', { path: { target_id: targetId }, ...body(given), broken: what })
      verify('UP-23', answer).isRefused({ control })
    },
  )

type Refused = (filename: string, kept: MadeFile, targetId: string) => Promise<Exchange>

/** Uploads that are to be refused, each for another reason. */
function refusedUploads({ api, given }: Pick<CheckContext, 'api' | 'given'>): readonly Refused[] {
  return [
    (filename, { part }, id) => given.sendUpload(id, { bytes: part.bytes, filename }),
    (filename) => given.sendUpload(given.unknownId(), { filename, broken: 'an unknown target' }),
    (filename, _, id) => given.sendUpload(id, { filename, allowDuplicate: 'perhaps', broken: 'no boolean' }),
    (filename, _, id) =>
      api.send('uploadFile', {
        path: { target_id: id },
        form: [{ ...given.filePart({ filename }), name: 'document' }],
        broken: 'the file in the wrong field',
      }),
  ]
}

/** Uploads to each target that are to be refused, and the file list after all of them. */
function uploadsToRefuse(sources: Sources) {
  const { given, session } = sources
  return session.shared('uploads that are to be refused', async () => {
    const targets = await inTurn(fileTargetNames, async (target) => {
      const { id } = await fileTargets[target](given)
      const kept = await given.file(id, { filename: `kept-${given.word()}.pdf` })
      const uploads = await inTurn(refusedUploads(sources), async (send) => {
        const name = `refused-${given.word()}.pdf`
        return { name, answer: await send(name, kept, id) }
      })
      // What was accepted is the concern of the rule that it breaks.
      const refused = uploads.filter(({ answer }) => !succeeded(answer)).map(({ name }) => name)
      return { target, kept, refused }
    })
    return { targets, window: await given.fileWindow() }
  })
}

for (const target of fileTargetNames)
  scenario(`a rejected upload to the ${target} stores no file`, { verifies: ['UP-21'], needs }, async (context) => {
    const { targets, window } = await uploadsToRefuse(context)
    const { entries, exchange } = window
    const listed = new Set(entries.map((entry) => entry['originalFileName']))
    await each(
      targets.filter((one) => one.target === target),
      async ({ kept, refused }) => {
        assume(refused.length > 0, blocked('UP-09', 'the target accepted each of the invalid uploads'))
        assume(listed.has(kept.part.filename), blocked('FILE-13', 'the file list did not show a new file'))
        const rest = { of: 'the list after rejected uploads', among: entries, mayBeMissing: true } as const
        context.verify('UP-21', exchange).eachHas('originalFileName', { except: refused }, rest)
      },
    )
  })
