import { fieldOf, forAll, instantOf, isRecord, plainText, sameRecord, sameTime, scenario, type Exchange } from '#suite'

const needs = ['write'] as const
const traced = ['write', 'trace'] as const

scenario(
  'a creation is answered with 201 and the product',
  { verifies: ['PROD-17'], needs },
  async ({ given, verify }) => {
    const bare = await given.createProduct(await given.productBody())
    const described = await given.createProduct(await given.productBody({ description: 'described' }))
    // That the optional fields are optional is another rule.
    for (const answer of [bare, given.requireSuccess(described, 'PROD-33')]) {
      verify('PROD-17', answer).isAccepted(201)
      verify('PROD-17', answer).that(isTheProduct(answer))
    }
  },
)

scenario(
  'a creation with a part number is answered with 201 and the product',
  { verifies: ['PROD-17'], needs: traced, causedBy: ['PN-01'] },
  async ({ given, verify }) => {
    const body = await given.productBody({ part_number: given.partNumber() })
    const answer = given.requireSuccess(await given.createProduct(body), 'PN-01')
    verify('PROD-17', answer).isAccepted(201)
    verify('PROD-17', answer).that(isTheProduct(answer))
  },
)

forAll(
  'a creation gives back what was sent',
  { verifies: ['PROD-18'], needs, cost: 'costly' },
  async ({ given, verify }) => ({
    inputs: plainText(),
    examples: ['plain'],
    holds: async (text: string) => {
      // Within 50 characters: a limit beyond is lawful.
      const { body, exchange } = await given.product({
        name: `${text.slice(0, 20)} ${given.name()}`,
        description: text,
      })
      verify('PROD-18', exchange).that(
        sameRecord('what a creation answers', {
          kind: 'product',
          expected: body,
          received: Object.fromEntries(Object.keys(body).map((field) => [field, fieldOf(exchange, field)])),
        }),
      )
    },
  }),
)

scenario(
  'a product is created in the workspace that was asked for, whichever it is',
  { verifies: ['PROD-18'], needs },
  async ({ given, verify }) => {
    for (const workspaceId of await given.twoWorkspaces()) {
      const { exchange } = await given.product({ workspace_id: workspaceId })
      verify('PROD-18', exchange).that(
        sameRecord('the workspace that a creation answers', {
          kind: 'product',
          expected: { workspace_id: workspaceId },
          received: { workspace_id: fieldOf(exchange, 'workspace_id') },
        }),
      )
    }
  },
)

scenario(
  'a product by id is the product that the creation answered',
  { verifies: ['PROD-19'], needs, causedBy: ['GEN-04', 'PROD-05', 'PROD-13', 'PROD-14', 'PROD-16'] },
  async ({ given, verify }) => {
    for (const fields of [{}, { description: 'described' }]) {
      const { id, exchange } = await given.product(fields)
      const read = await given.read('product', id)
      verify('PROD-19', read).isAccepted(200)
      verify('PROD-19', read).that(
        sameRecord('the product by id', {
          kind: 'product',
          expected: exchange.json,
          received: read.json,
          // lawful: work that is done shortly after the answer moves them
          except: ['updatedAt', 'updatedBy'],
        }),
      )
    }
  },
)

scenario('a creation does without the optional fields', { verifies: ['PROD-33'], needs }, async ({ given, verify }) => {
  verify('PROD-33', await given.createProduct(await given.productBody())).isAccepted()
  verify('PROD-33', await given.createProduct(await given.productBody({ description: 'described' }))).isAccepted()
})

scenario(
  'a creation with a part number does without a description',
  { verifies: ['PROD-33'], needs: traced },
  async ({ given, verify }) => {
    const body = await given.productBody({ part_number: given.partNumber(), description: 'described' })
    given.requireSuccess(await given.createProduct(body), 'PN-01')
    const bare = await given.productBody({ part_number: given.partNumber() })
    verify('PROD-33', await given.createProduct(bare)).isAccepted()
  },
)

/** Milliseconds between the clocks that answers tell and what is stored: a database may have one of its own. */
const tolerance = 600_000
/** An answer without a Date does not tell its clock, which may be set to anything but another day. */
const toleranceWithoutDate = 86_400_000
/** A time that does not tell its zone may be any zone's, and zones differ by quarters of an hour. */
const toleranceWithinQuarters = 120_000
const quarterHour = 900_000

scenario('a new product is dated now', { verifies: ['PROD-34'], needs }, async ({ given, verify }) => {
  const { id, exchange } = await given.product()
  for (const answer of [exchange, await given.readProduct(id)]) {
    const [created, updated] = [fieldOf(answer, 'createdAt'), fieldOf(answer, 'updatedAt')]
    const [made, moved] = [instantOf(created), instantOf(updated)]
    if (!made || !moved) continue
    verify('PROD-34', answer).that({
      claim: 'a new product was created just now',
      holds: isNow(made, exchange),
      expected: `about ${new Date(timeOf(exchange)).toISOString()}`,
      received: String(created),
    })
    verify('PROD-34', answer).that({
      claim: 'a new product was updated no earlier than created',
      holds: moved.milliseconds >= made.milliseconds || sameTime(created, updated),
      expected: `not before ${String(created)}`,
      received: String(updated),
    })
  }
})

/** When an answer was given, on the target's own clock where it tells. */
function timeOf({ headers, startedAt }: Exchange): number {
  return Date.parse(headers['date'] ?? '') || startedAt
}

function isNow(made: NonNullable<ReturnType<typeof instantOf>>, exchange: Exchange): boolean {
  const away = Math.abs(made.milliseconds - timeOf(exchange))
  if (exchange.headers['date'] === undefined) return away <= toleranceWithoutDate
  if (made.hasOffset) return away <= tolerance
  return Math.min(away % quarterHour, quarterHour - (away % quarterHour)) <= toleranceWithinQuarters
}

function isTheProduct(answer: Exchange) {
  return {
    claim: 'a creation answers the product',
    holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
    expected: 'an object with its id',
    received: isRecord(answer.json) ? `an object with ${Object.keys(answer.json).join(', ')}` : 'no object',
  }
}
