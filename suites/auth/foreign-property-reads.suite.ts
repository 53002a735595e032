import { assume, pairsOf, propertyTypes, requestById, scenario, textIn, type Exchange, type Sources } from '#suite'
import { asks, versionQuery } from './asked-version.ts'
import { foreignExample, publishedPlace, type PublishedPlace } from './foreign-place.ts'
import { isRefusedToOwner, forbidden, secretsOf, bodyText, foreignHint } from './foreign-claims.ts'

// `foreignExample` is a property of another organization: created with its key, or an existing one if the run only reads. `publishedPlace`
// is the version of its product, if a control publishes it.

const needs = ['second-key'] as const
const as = 'other-organization'
const place = 'foreign place'

// Each type may be kept and looked up apart, a hint may lead to a lookup of its own, and a version to its snapshots.
const rows = pairsOf({
  type: propertyTypes,
  hint: ['no type hint', 'type hint', 'type hint in upper case'],
  asked: Object.values(asks),
})

type Row = (typeof rows)[number]

for (const row of rows)
  scenario(
    `a foreign ${row.type} property cannot be read (${row.asked.name}, ${row.hint})`,
    {
      verifies: ['AUTH-15', 'AUTH-26'],
      needs: byPublishedId(row) ? [...needs, 'write', 'control:publish-version'] : needs,
    },
    async (context) => {
      const { api, verify } = context
      const { id, records } = await foreignExample(place, row.type, context)
      const seen = await ownersRead(id, context)
      const published = await publishedPlace(place, context)
      const asked = idAsked(row, id, published)
      assume(asked !== undefined, {
        reason: 'missing-fixture',
        cause: 'the version showed the id of the draft for the property',
      })
      const query = { ...hintOf(row, seen), version: versionQuery(row.asked.version, published?.version) }
      const request = { ...requestById('getProperty', asked), query }
      const answer = await api.raw(request)
      const mayDiffer = await isRefusedToOwner(answer, request, context)
      verify('AUTH-15', answer).isRefused({ ...forbidden, control: seen, mayDiffer, hint: foreignHint(answer) })
      verify('AUTH-26', answer).hidesText(secretsOf([seen.json, ...records], answer), { in: bodyText(answer) })
    },
  )

function byPublishedId({ asked }: Row): boolean {
  return asked.by === 'published'
}

/** The id that a row asks by; undefined if the version shows none of its own. */
function idAsked(row: Row, id: string, published: PublishedPlace | undefined): string | undefined {
  return byPublishedId(row) ? published?.ids.get(id.toLowerCase()) : id
}

/** What the owner of a property is given for it, read once. */
function ownersRead(id: string, { given, session }: Sources): Promise<Exchange> {
  return session.shared(`${place}: ${id} as its owner sees it`, async () =>
    given.requireSuccess(await given.read('property', id, { as }), 'AUTH-01'),
  )
}

/** A matrix may be typed numeric: the hint is the type that the record shows. */
function hintOf({ hint, type }: Row, seen: Exchange): Readonly<Record<string, string>> {
  if (hint === 'no type hint') return {}
  const shown = textIn(seen.json, 'type') ?? type
  return { type: hint === 'type hint' ? shown : shown.toUpperCase() }
}
