import {
  assume,
  evenText,
  fieldOf,
  scenario,
  show,
  type CheckContext,
  type Entry,
  type Exchange,
  type Identity,
  type MadeProperty,
} from '#suite'
import { needsOf } from './needs-of.ts'

type Context = Pick<CheckContext, 'given'>

/** A user as some record mentions them. */
interface Mention {
  readonly id: string
  readonly userName: string
}

/** Records that mention a user, and how one made by this actor is read again. */
const mentioning = [
  {
    what: 'a property',
    requirement: 'PROP-09',
    field: 'createdBy',
    reader: async ({ given }: Context, { id }: MadeProperty) => {
      return () => given.read('property', id)
    },
  },
  {
    what: 'a file',
    requirement: 'FILE-05',
    field: 'uploadedBy',
    reader: async ({ given }: Context, property: MadeProperty, as: Identity) => {
      const { id } = await given.file(property.id, { as })
      return () => given.fileRecord(id)
    },
  },
] as const

for (const as of ['own', 'same-organization'] as const satisfies readonly Identity[])
  for (const { what, requirement, field, reader } of mentioning)
    scenario(
      `${what} mentions a user of the organization by a name of theirs${as === 'own' ? '' : ', for another key too'}`,
      { verifies: [requirement], needs: needsOf(as), causedBy: ['PROD-14', 'PROD-15'] },
      async (context) => {
        const { given, verify } = context
        const property = await given.property('text', { item: await given.item({ as }), as })
        const readRecord = await reader(context, property, as)
        const own = mentionIn((await given.product()).exchange, 'createdBy')
        const elsewhere = mentionIn(await given.readProduct(property.item.product.id), 'createdBy')
        const record = await readRecord()
        const mention = mentionIn(record, field)
        // lawful: an uploader that is not told, authors that are other users, and users who are called by their id everywhere
        assume(elsewhere !== undefined && mention?.id === elsewhere.id && !isId(elsewhere))
        verify(requirement, record).that({
          claim: `${field} shows the user by a display name, as the product of the same user does`,
          // lawful: another name of theirs, such as the one they had when the record was made
          holds: !isId(mention) && !isNameOfOther(mention, elsewhere, own),
          expected: `a name such as ${show(elsewhere.userName)}`,
          received: show(mention.userName),
          criterion: { kind: 'each', field: `${field}.userName`, lawful: { except: [mention.userName] } },
        })
      },
    )

function mentionIn(record: Pick<Exchange, 'json'>, field: string): Mention | undefined {
  const { id, userName }: Entry = Object(fieldOf(record, field))
  return typeof id === 'string' && typeof userName === 'string' ? { id: id.toLowerCase(), userName } : undefined
}

/** Whether it names somebody else, who has another name than the user has elsewhere. */
function isNameOfOther({ id, userName }: Mention, elsewhere: Mention, other: Mention | undefined): boolean {
  if (other === undefined || other.id === id || evenText(other.userName) === evenText(elsewhere.userName)) return false
  return evenText(userName) === evenText(other.userName)
}

function isId({ id, userName }: Mention): boolean {
  return userName.trim().toLowerCase() === id
}
