import { assume, fieldOf, scenario } from '#suite'
import type { Entry, Exchange, Given, Identity, MadeProperty, Sources } from '#suite'
import { needsOf } from './needs-of.ts'

/** A user as some record mentions them. */
interface Mention {
  readonly id: string
  readonly userName: string
}

/** A property that a user of the organization has made, and its product. */
function propertyBy(as: Identity, { given, session }: Sources): Promise<MadeProperty> {
  return session.shared(`property by ${as} that shows its users`, async () =>
    given.property('text', { item: await given.item({ as }), as }),
  )
}

for (const as of ['own', 'same-organization'] as const satisfies readonly Identity[]) {
  const forWhom = as === 'own' ? '' : ', for another key too'
  const needs = needsOf({ actor: as })

  scenario(
    `a property shows users of the organization by their names${forWhom}`,
    { verifies: ['PROP-09'], needs },
    async (context) => {
      const { given, verify } = context
      const { id, item } = await propertyBy(as, context)
      const read = await given.read('property', id)
      const except = await wrongNames(given, mentionIn(read, 'createdBy'), item.product.id)
      verify('PROP-09', read).eachHas('createdBy.userName', { except })
    },
  )

  scenario(
    `a file shows users of the organization by their names${forWhom}`,
    { verifies: ['FILE-05'], needs },
    async (context) => {
      const { given, verify } = context
      const { id, item } = await propertyBy(as, context)
      const read = await given.fileRecord((await given.file(id, { as })).id)
      const except = await wrongNames(given, mentionIn(read, 'uploadedBy'), item.product.id)
      verify('FILE-05', read).eachHas('uploadedBy.userName', { except })
    },
  )
}

/** What a record must not call a user: by the id, or by the name of somebody else. How the service calls the user, a product by that user shows. */
async function wrongNames(given: Given, mention: Mention | undefined, productId: string): Promise<readonly string[]> {
  const own = mentionIn((await given.product()).exchange, 'createdBy')
  const elsewhere = mentionIn(await given.readProduct(productId), 'createdBy')
  // lawful: an uploader that is not told, authors that are other users, and users who are called by their id everywhere
  assume(elsewhere !== undefined && mention?.id === elsewhere.id && !isId(elsewhere))
  // lawful: another name of theirs, such as the one they had when the record was made
  return [mention.id, ...namesOfOther(elsewhere, own)]
}

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
