import { assume, brokenTexts, doubtfulTexts, each, scenario } from '#suite'
import { isJob } from '../shared/is-job.ts'
import { jsonWrite, jsonWriteNames, type JsonWriteName } from '../shared/json-writes.ts'

const contentType = 'application/json'
const needs = ['write'] as const

/** What careless readers of JSON most often forgive or break down over: each write is sent these, and a share of the others. */
const tellingTexts = 2

for (const what of jsonWriteNames) {
  scenario(`${what} with a body that is not JSON is rejected`, { verifies: ['ERR-12'], needs }, async (context) => {
    const { body, send } = await jsonWrite(what, context)
    const texts = shareOf(brokenTexts(JSON.stringify(await body())), what)
    await each(texts, async ({ label: broken, text: rawBody }) => {
      context.verify('ERR-12', await send({ rawBody, contentType, broken })).isRejected()
    })
  })

  scenario(
    `${what} with a body that only lenient parsers read as JSON causes no server error`,
    { verifies: ['ERR-12'], needs },
    async (context) => {
      const { body, send } = await jsonWrite(what, context)
      await each(shareOf(doubtfulTexts(await body()), what), async ({ label: broken, text: rawBody }) => {
        const answer = await send({ rawBody, contentType, broken })
        context.observe('ERR-12', `${what}: ${broken}`, answer.status)
        context.verify('ERR-12', answer).isNoServerError()
      })
    },
  )
}

/** Most services read every body in one place: one write gets all the texts, each of the others one text more. */
const turns: Readonly<Record<Exclude<JsonWriteName, 'creating a product'>, number>> = {
  'updating a product': 0,
  'creating an item': 1,
  'updating an item': 2,
  'creating a property': 3,
  'updating a property': 4,
  'updating a file': 5,
  'creating items in bulk': 6,
  'creating properties in bulk': 7,
}

function shareOf<Text>(texts: readonly Text[], what: JsonWriteName): readonly Text[] {
  if (what === 'creating a product') return texts
  const others = texts.length - tellingTexts
  return texts.filter((_, place) => place < tellingTexts || place === tellingTexts + (turns[what] % others))
}

const wrapped = 'an array around the object'

/** JSON that is not an object, made of a body that is accepted. */
const noObjects: Readonly<Record<string, (valid: unknown) => string>> = {
  null: () => 'null',
  'a number': () => '5',
  'a string': () => '"name"',
  'a boolean': () => 'true',
  'an array': () => '[]',
  [wrapped]: (valid) => JSON.stringify([valid]),
}

/** lawful: these creations are known by name only, and may accept a list of what is to be made. */
const mayAcceptArrays: ReadonlySet<string> = new Set<JsonWriteName>([
  'creating an item',
  'creating a property',
  'creating items in bulk',
  'creating properties in bulk',
])

/** lawful: some parsers read null as a body without fields, which an update and, for all that is shown, a bulk may have. */
const mayNotAcceptNull: ReadonlySet<string> = new Set<JsonWriteName>([
  'creating a product',
  'creating an item',
  'creating a property',
])

/** Whether the contract rules a text out as the body of a write. */
function isNoBodyOf(what: JsonWriteName, label: string): boolean {
  if (label === 'null') return mayNotAcceptNull.has(what)
  return !(label.startsWith('an array') && mayAcceptArrays.has(what))
}

for (const what of jsonWriteNames)
  for (const [broken, textOf] of Object.entries(noObjects).filter(([label]) => isNoBodyOf(what, label)))
    scenario(
      `${what} with ${broken === wrapped ? 'the JSON body wrapped in an array' : `${broken} as the JSON body`} is rejected`,
      { verifies: ['ERR-13'], needs },
      async (context) => {
        const { control, body, send } = await jsonWrite(what, context)
        const answer = await send({ rawBody: textOf(await body()), contentType, broken })
        // lawful: a job judges later what it was sent
        assume(!isJob(answer.json), 'the target answered with a job')
        context.verify('ERR-13', answer).isRefused({ control })
      },
    )

scenario(
  'the answer to updating a product with null as the body is observed',
  { verifies: ['ERR-13'], needs },
  async (context) => {
    const { send } = await jsonWrite('updating a product', context)
    const answer = await send({ rawBody: 'null', contentType, broken: 'null' })
    context.observe('ERR-13', 'updating a product with null', answer.status)
    context.verify('ERR-13', answer).isNoServerError()
  },
)
