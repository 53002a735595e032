import { forAll, instantOf, isRecord, pick, plainText, scenario, type Exchange } from '#suite'
import { sameRecord } from './same-record.ts'

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
      const { body, exchange } = await given.product({ name: `${text} ${given.name()}`, description: text })
      const sent = ['name', 'readable_id', 'description']
      verify('PROD-18', exchange).equals({
        claim: 'the answer to a creation holds what was sent',
        expected: pick(body, sent),
        received: pick(exchange.json, sent),
      })
      verify('PROD-18', exchange).that({
        claim: 'the answer to a creation names the workspace that was sent',
        holds: lowerCase(exchange, 'workspace_id') === body.workspace_id.toLowerCase(),
        expected: body.workspace_id,
        received: String(lowerCase(exchange, 'workspace_id')),
      })
    },
  }),
)

scenario(
  'a product is created in the workspace that was asked for, whichever it is',
  { verifies: ['PROD-18'], needs },
  async ({ given, verify }) => {
    for (const workspaceId of await given.twoWorkspaces()) {
      const { exchange } = await given.product({ workspace_id: workspaceId })
      verify('PROD-18', exchange).that({
        claim: 'the answer to a creation names the workspace that was sent',
        holds: lowerCase(exchange, 'workspace_id') === workspaceId.toLowerCase(),
        expected: workspaceId,
        received: String(lowerCase(exchange, 'workspace_id')),
      })
    }
  },
)

scenario(
  'a product by id is the product that the creation answered',
  { verifies: ['PROD-19'], needs, causedBy: ['GEN-04', 'PROD-05', 'PROD-13', 'PROD-14', 'PROD-16'] },
  async ({ api, given, verify }) => {
    for (const fields of [{}, { description: 'described' }]) {
      const { id, exchange } = await given.product(fields)
      const read = await api.send('getProduct', { path: { product_id: id } })
      verify('PROD-19', read).isAccepted(200)
      verify('PROD-19', read).that(sameRecord('the product by id', { expected: exchange.json, received: read.json }))
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

/** Milliseconds between the clocks that answers tell and what is written down: a database may have one of its own. */
const tolerance = 600_000
/** A time that does not tell its zone may be any zone's, and zones differ by quarters of an hour. */
const toleranceWithinQuarters = 120_000
const quarterHour = 900_000

scenario('a new product is dated now', { verifies: ['PROD-34'], needs }, async ({ given, verify }) => {
  const { id, exchange } = await given.product()
  const now = Date.parse(exchange.headers['date'] ?? '') || exchange.startedAt
  const read = await given.readProduct(id)
  for (const answer of [exchange, read]) {
    const created = instantOf(fieldOf(answer, 'createdAt'))
    const updated = instantOf(fieldOf(answer, 'updatedAt'))
    if (!created || !updated) continue
    const away = Math.abs(created.milliseconds - now)
    const withinQuarters = Math.min(away % quarterHour, quarterHour - (away % quarterHour))
    verify('PROD-34', answer).that({
      claim: 'a new product was created just now',
      holds: created.hasOffset ? away <= tolerance : withinQuarters <= toleranceWithinQuarters,
      expected: `about ${new Date(now).toISOString()}`,
      received: String(fieldOf(answer, 'createdAt')),
    })
    verify('PROD-34', answer).that({
      claim: 'a new product was updated no earlier than created',
      holds: updated.milliseconds + 1000 > created.milliseconds,
      expected: `not before ${String(fieldOf(answer, 'createdAt'))}`,
      received: String(fieldOf(answer, 'updatedAt')),
    })
  }
})

function isTheProduct(answer: Exchange) {
  return {
    claim: 'a creation answers the product',
    holds: isRecord(answer.json) && typeof answer.json['id'] === 'string',
    expected: 'an object with its id',
    received: isRecord(answer.json) ? `an object with ${Object.keys(answer.json).join(', ')}` : 'no object',
  }
}

function fieldOf(exchange: Exchange, field: string): unknown {
  return isRecord(exchange.json) ? exchange.json[field] : undefined
}

function lowerCase(exchange: Exchange, field: string): string | undefined {
  const value = fieldOf(exchange, field)
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
