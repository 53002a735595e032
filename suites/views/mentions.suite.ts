import { assume, fieldOf, scenario } from '#suite'
import type { Entry, Exchange, Given, Identity, MadeProperty } from '#suite'
import { needsOf } from './needs-of.ts'

/** A user as some record mentions them. */
interface Mention {
  readonly id: string
  readonly userName: string
}

/** GET by id of records that mention the user who made them. */
const mentioning = [
  {
    what: 'a property',
    requirement: 'PROP-09',
    field: 'createdBy',
    read: (given: Given, { id }: MadeProperty) => given.read('property', id),
  },
  {
    what: 'a file',
    requirement: 'FILE-05',
    field: 'uploadedBy',
    read: async (given: Given, { id }: MadeProperty, as: Identity) =>
      given.fileRecord((await given.file(id, { as })).id),
  },
] as const

// GET of a record by id: its `userName` must be neither the id of the user nor the name of somebody else. How the service calls the user,
// GET of a product by the same user shows.
for (const as of ['own', 'same-organization'] as const satisfies readonly Identity[])
  for (const { what, requirement, field, read } of mentioning)
    scenario(
      `${what} shows users of the organization by their names${as === 'own' ? '' : ', for another key too'}`,
      { verifies: [requirement], needs: needsOf({ actor: as }) },
      async (context) => {
        const { given, session, verify } = context
        const property = await session.shared(`property by ${as} that shows its users`, async () =>
          given.property('text', { item: await given.item({ as }), as }),
        )
        const record = await read(given, property, as)
        const own = mentionIn((await given.product()).exchange, 'createdBy')
        const elsewhere = mentionIn(await given.readProduct(property.item.product.id), 'createdBy')
        const mention = mentionIn(record, field)
        // lawful: an uploader that is not told, authors that are other users, and users who are called by their id everywhere
        assume(elsewhere !== undefined && mention?.id === elsewhere.id && !isId(elsewhere))
        // lawful: another name of theirs, such as the one they had when the record was made
        const except = [mention.id, ...namesOfOther(elsewhere, own)]
        verify(requirement, record).eachHas(`${field}.userName`, { except })
      },
    )

function mentionIn(record: Pick<Exchange, 'json'>, field: string): Mention | undefined {
  const { id, userName }: Entry = Object(fieldOf(record, field))
  return typeof id === 'string' && typeof userName === 'string' ? { id: id.toLowerCase(), userName } : undefined
}

/** The name of somebody else, if that is another one than the user has elsewhere. */
function namesOfOther({ id, userName }: Mention, other: Mention | undefined): readonly string[] {
  if (other === undefined || other.id === id) return []
  return other.userName.trim().toLowerCase() === userName.trim().toLowerCase() ? [] : [other.userName]
}

function isId({ id, userName }: Mention): boolean {
  return userName.trim().toLowerCase() === id
}
