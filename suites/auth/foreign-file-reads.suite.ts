import { pairsOf, requestById, scenario, type Exchange, type MadeFile, type Sources } from '#suite'
import { versionQuery, type AskedVersion } from './asked-version.ts'
import { type FilePlace, filePlaces, foreignPlace, publishedPlace } from './foreign-place.ts'
import { isRefusedToOwner, forbidden, foreignHint, secretsOf, bodyText } from './foreign-claims.ts'
import { queryText, versionText } from './query-text.ts'

// `foreignPlace` has an item of another organization, with a property of each type and files: created with that organization's key, each once
// per session.

const needs = ['second-key', 'write'] as const
const as = 'other-organization'
const place = 'foreign place'

for (const where of filePlaces)
  scenario(
    `GET /files/{file_id} of a file on a foreign ${placeName(where)} is forbidden and reveals nothing`,
    { verifies: ['AUTH-17', 'AUTH-26'], needs },
    async (context) => {
      const { api, given, verify } = context
      const file = await foreignPlace(place, context).file(where)
      const seen = given.requireSuccess(await given.read('file', file.id, { as }), 'AUTH-01')
      const request = requestById('getFile', file.id)
      const answer = await api.raw(request)
      const mayDiffer = await isRefusedToOwner(answer, request, context)
      verify('AUTH-17', answer).isRefused({ ...forbidden, control: seen, mayDiffer, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([file.exchange.json], answer), { in: bodyText(answer) })
    },
  )

interface Asked {
  readonly product?: 'own' | 'foreign'
  readonly version?: AskedVersion
}

const productsAndVersions: readonly Asked[] = [
  {},
  { product: 'own' },
  { product: 'foreign' },
  { version: 'number' },
  { product: 'own', version: 'number' },
  { product: 'foreign', version: 'number' },
  { product: 'foreign', version: 'baseline' },
]

// The product leads to a snapshot: a service that checks only the organization of the product serves the file for the caller's own one.
const downloads = pairsOf({
  where: filePlaces,
  asked: productsAndVersions,
  format: [undefined, 'docx', 'pdf'],
})

type Row = (typeof downloads)[number]

/** The parameters in the title: the product is the caller's own or the foreign one. */
function parametersOf({ asked: { product, version }, format }: Row) {
  return { product_id: product?.toUpperCase(), version: versionText(version), format }
}

for (const row of downloads)
  scenario(
    `a foreign ${placeName(row.where)}'s file cannot be downloaded (${queryText(parametersOf(row)) || 'no query'})`,
    { verifies: ['AUTH-19', 'AUTH-26'], needs },
    async (context) => {
      const { api, verify } = context
      const file = await foreignPlace(place, context).file(row.where)
      const seen = await ownersDownload(file, context)
      const request = { ...requestById('downloadFile', file.id), query: await queryOf(row, context) }
      const answer = await api.raw(request)
      const mayDiffer = await isRefusedToOwner(answer, request, context)
      verify('AUTH-19', answer).isRefused({ ...forbidden, control: seen, mayDiffer, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([file.exchange.json], answer), { in: bodyText(answer) })
    },
  )

/** The owner's download of the draft, once; an object may be stored a little after the answer to its upload. */
function ownersDownload({ id }: MadeFile, { api, given, session }: Sources): Promise<Exchange> {
  const ask = () => api.send('downloadFile', { path: { file_id: id }, as })
  return session.shared(`${place}: download of ${id}`, async () =>
    given.requireSuccess(await given.eventually(ask, ({ status }) => status === 200), 'DL-01'),
  )
}

async function queryOf(
  { asked, format }: Row,
  context: Sources,
): Promise<Readonly<Record<string, string | number | undefined>>> {
  const foreign = await publishedPlace(place, context)
  const own = asked.product === 'own' ? await ownProduct(context) : undefined
  const its = asked.product === 'foreign' ? (await foreignPlace(place, context).item()).product : undefined
  return {
    product_id: (own ?? its)?.id,
    version: versionQuery(asked.version, (own ?? foreign)?.version),
    format,
  }
}

/** A product of this run, with a version if a control publishes. */
function ownProduct({
  given,
  session,
}: Sources): Promise<{ readonly id: string; readonly version: number | undefined }> {
  return session.shared('own product beside a foreign file', async () => {
    const { product } = await given.item()
    const published = session.controls.has('publishVersion')
      ? await session.controls.publishVersion(product.id)
      : undefined
    return { id: product.id, version: published?.version }
  })
}

function placeName(where: FilePlace): string {
  return where === 'item' ? 'item' : `${where} property`
}
