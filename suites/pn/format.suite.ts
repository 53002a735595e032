import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import {
  anyNumberPart,
  assume,
  each,
  forAll,
  matchesPattern,
  inTurn,
  partNumberOf,
  scenario,
  asText,
  succeeded,
} from '#suite'
import type { CheckContext, Exchange, Given, ProductBody, Sources } from '#suite'
import { hasLocations } from '../shared/named-refusals.ts'

const ruleNeeds = ['write', 'trace', 'control:set-part-number-rule'] as const
const declared = ['write', 'trace', 'fixture:part-number-rule'] as const
/** A rule that can be switched off, or that is declared: elsewhere none holds, as far as anybody can tell. */
const noFormat = ['write', 'trace', 'control:set-part-number-rule|fixture:part-number-rule'] as const

const rule = '^RULE-[0-9]{12}$'
const inside = (): string => `RULE-${randomInt(1e6, 1e7 - 1)}${randomInt(1e4, 1e5 - 1)}`
/** Numbers outside the rule: another text, too short, too long at its end and at its start. */
const outside = (word: string): readonly string[] => [
  word,
  inside().slice(0, -1),
  `${inside()}-${word}`,
  `${word}-${inside()}`,
]

/** Numbers that are outside the rule as they are sent. lawful: letter case and spaces at the ends may be evened out first. */
const nearlyInside: ReadonlyArray<readonly [what: string, number: () => string]> = [
  ['in another letter case', () => `rule-${inside().slice(5)}`],
  ['followed by a line break', () => `${inside()}\n`],
  ['preceded by a space', () => ` ${inside()}`],
]

/** Does something while a rule is configured on a product of this run; a rule on a product holds for what is made beside it. */
async function underRule<Result>(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  work: (productId: string) => Promise<Result>,
): Promise<Result> {
  const { id } = await given.productWithoutPartNumber()
  await session.controls.setPartNumberRule(id, rule)
  try {
    return await work(id)
  } finally {
    await session.controls.setPartNumberRule(id, null)
  }
}

scenario(
  'a part number that matches the configured format is accepted on creation and assignment',
  { verifies: ['PN-16'], needs: ruleNeeds, serial: true },
  ({ given, session, verify }) =>
    underRule({ given, session }, async (id) => {
      verify('PN-16', await creationWith(given, { part_number: inside() })).isAccepted()
      verify('PN-16', await given.update(id, { part_number: inside() })).isAccepted()
    }),
)

scenario(
  'a creation with a part number that does not match the configured format is rejected',
  { verifies: ['PN-15', 'ERR-05'], needs: ruleNeeds, serial: true },
  ({ given, session, verify }) =>
    underRule({ given, session }, async () => {
      const control = given.requireSuccess(await creationWith(given, { part_number: inside() }), 'PN-16')
      const answers = await inTurn(outside(given.word()), (part_number) => creationWith(given, { part_number }))
      verify('PN-15', answers).isRefused({ status: 422, control })
      await each(answers, async (answer) =>
        verify('ERR-05', answer).locates('part_number', { where: hasLocations(answer) }),
      )
    }),
)

for (const [what, number] of nearlyInside)
  scenario(
    `a creation with a valid part number ${what} is rejected or stores a valid number`,
    { verifies: ['PN-15'], needs: ruleNeeds, serial: true },
    ({ given, session, verify }) =>
      underRule({ given, session }, async () => {
        const answer = await creationWith(given, { part_number: number() })
        const hint = 'unanchored pattern: in some languages `$` also matches before a final line break'
        verify('PN-15', answer).hasStatus(refusedUnlessInside(answer), { hint })
      }),
  )

/** lawful: a number that is evened out, and is inside the format then, is accepted. */
function refusedUnlessInside({ json }: Exchange): 'a success' | readonly [422] {
  return new RegExp(rule, 'u').test(asText(partNumberOf(json))) ? 'a success' : [422]
}

scenario(
  'an assignment of a part number that does not match the configured format is rejected',
  { verifies: ['PN-25', 'ERR-05'], needs: ruleNeeds, serial: true },
  ({ given, session, verify }) =>
    underRule({ given, session }, async (id) => {
      const other = await given.productWithoutPartNumber()
      const control = given.requireSuccess(await given.update(other.id, { part_number: inside() }), 'PN-16')
      // Other fields beside it may lead past the check.
      const beside = [{ name: given.name() }, { description: 'beside' }, { readable_id: given.readableId() }]
      const changes = [
        ...outside(given.word()).map((part_number) => ({ part_number })),
        ...beside.map((fields) => ({ ...fields, part_number: given.word() })),
      ]
      const answers = await inTurn(changes, (change) => given.update(id, change))
      verify('PN-25', answers).isRefused({ status: 422, control })
      await each(answers, async (answer) =>
        verify('ERR-05', answer).locates('part_number', { where: hasLocations(answer) }),
      )
    }),
)

scenario(
  'a format that is configured in one organization is not applied in another',
  { verifies: ['PN-17'], needs: [...ruleNeeds, 'second-key'], serial: true },
  async ({ given, session, verify }) => {
    const as = 'other-organization'
    const body = await given.productBody({ workspace_id: await given.workspace(as), part_number: given.partNumber() })
    const create = () => given.createProduct(body, { as })
    const answer = await underRule({ given, session }, create)
    await requireAcceptedNow(given, answer, create)
    verify('PN-17', answer).isAccepted()
  },
)

/** Blocked by PN-01 if a rejected creation is rejected again without the rule. lawful: the other organization has a format of its own */
async function requireAcceptedNow(given: Given, answer: Exchange, create: () => Promise<Exchange>): Promise<void> {
  if (!succeeded(answer)) given.requireSuccess(await create(), 'PN-01')
}

/** Numbers of a declared format tried: a narrow one runs out of numbers that nobody had. */
const numbersTried = 8

scenario(
  'a creation applies the declared format',
  { verifies: ['PN-15', 'PN-16'], needs: declared },
  async ({ given, session, verify }) => {
    const declaredRule = session.configuration.targetFile.fixtures?.partNumberRule
    assume(declaredRule !== undefined)
    const workspace_id = declaredRule.workspaceId ?? (await given.workspace())
    const samples = fc.sample(fc.stringMatching(new RegExp(declaredRule.pattern)), {
      numRuns: numbersTried,
      seed: randomInt(2 ** 31 - 1),
    })
    const control = await creationWithFirstFreeOf(given, workspace_id, samples)
    assume(control.status !== 409, {
      reason: 'missing-fixture',
      cause: 'nearly all part numbers of the declared format were in use',
    })
    verify('PN-16', control).isAccepted()
    const part_number = declaredRule.violating ?? `nope ${given.word()}`
    assume(matchesPattern(part_number, declaredRule.pattern) === false, {
      reason: 'missing-fixture',
      remedy: 'declare fixtures.partNumberRule.violating in the target file',
    })
    const answer = await creationWith(given, { workspace_id, part_number })
    verify('PN-15', answer).isRefused({ status: 422, control })
  },
)

/** How a product gets a number. */
const ways = {
  creation: { id: 'PN-01', ask: (given: Given, body: ProductBody) => given.createOrBlock(body) },
  assignment: {
    id: 'PN-02',
    ask: async (given: Given, { part_number, workspace_id }: ProductBody) =>
      given.update((await given.productWithoutPartNumber({ workspace_id })).id, { part_number }),
  },
} as const

interface TriedNumber {
  readonly part: string
  readonly by: keyof typeof ways
}

forAll(
  'a part number of any format is accepted and returned unchanged when no format is configured',
  { verifies: ['PN-17', 'PN-01', 'PN-02'], needs: noFormat, cost: 'batch', serial: true },
  async ({ api, given, session, verify }) => {
    const workspace_id = await workspaceWithoutRule({ api, given, session })
    const always: readonly TriedNumber[] = [
      { part: ' a b ', by: 'creation' },
      { part: '-/.#+:()', by: 'creation' },
      { part: 'Äé漢', by: 'creation' },
      { part: ' x', by: 'assignment' },
    ]
    return {
      inputs: fc.array(fc.record({ part: anyNumberPart(), by: fc.constantFrom('creation', 'assignment') }), {
        minLength: 1,
        maxLength: 2,
      }),
      examples: [always],
      holds: (tried: readonly TriedNumber[]) =>
        each(tried, async ({ part, by }) => {
          // Within 24 characters: a limit beyond is lawful.
          const part_number = `${given.word()}${part}${given.word().slice(-4)}`
          const { id, ask } = ways[by]
          const answer = await ask(given, { ...(await given.productBody({ workspace_id })), part_number })
          verify('PN-17', answer).isAccepted()
          verify(id, answer).shows({ part_number: part_number })
        }),
    }
  },
)

const plainNumbers = {
  '15 digits only': () => `${randomInt(1e9, 1e10)}${randomInt(1e4, 1e5)}`,
  '24 characters': ({ given }: Pick<CheckContext, 'given'>) => `${given.word()}${'X'.repeat(16)}`,
} as const

for (const [what, number] of Object.entries(plainNumbers))
  scenario(
    `a part number of ${what} is accepted when no format is configured`,
    { verifies: ['PN-17'], needs: noFormat, serial: true },
    async (context) => {
      const { given, verify } = context
      const fields = { workspace_id: await workspaceWithoutRule(context), part_number: number(context) }
      verify('PN-17', await given.createOrBlock(await given.productBody(fields))).isAccepted()
    },
  )

scenario(
  'a part number of 3 characters is accepted when no format is configured',
  { verifies: ['PN-17'], needs: noFormat, serial: true },
  async (context) => {
    const { given, verify } = context
    const workspace_id = await workspaceWithoutRule(context)
    // Others may have, or have had, a short number: three are tried.
    const numbers = [given.word(), given.word(), given.word()].map((word) => word.slice(-3))
    const answer = await creationWithFirstFreeOf(given, workspace_id, numbers)
    assume(answer.status !== 409, 'each of the short part numbers that were tried was in use')
    verify('PN-17', answer).isAccepted()
  },
)

async function creationWith(given: Given, fields: Partial<ProductBody>): Promise<Exchange> {
  return given.createProduct(await given.productBody(fields))
}

/** A creation with the first of some numbers that nobody had, or the last conflict. */
async function creationWithFirstFreeOf(
  given: Given,
  workspace_id: string,
  [part_number = '', ...others]: readonly string[],
): Promise<Exchange> {
  const answer = await creationWith(given, { workspace_id, part_number })
  const isFree = answer.status !== 409 || others.length === 0
  return isFree ? answer : creationWithFirstFreeOf(given, workspace_id, others)
}

/** A workspace in which no rule for the format holds, as far as anybody can tell. */
function workspaceWithoutRule({ api, given, session }: Sources): Promise<string> {
  return session.shared('workspace without a rule for part numbers', async () => {
    const workspace_id = await undeclaredWorkspace({ api, given, session })
    const { id } = await given.productWithoutPartNumber({ workspace_id })
    if (session.controls.has('setPartNumberRule')) await session.controls.setPartNumberRule(id, null)
    return workspace_id
  })
}

/** A workspace for which no rule is declared. */
async function undeclaredWorkspace({ given, session }: Sources): Promise<string> {
  const declaredRule = session.configuration.targetFile.fixtures?.partNumberRule
  if (declaredRule === undefined) return given.workspace()
  const free = (await given.writableWorkspaces()).find(
    (id) => id.toLowerCase() !== declaredRule.workspaceId?.toLowerCase(),
  )
  if (declaredRule.workspaceId !== undefined && free !== undefined) return free
  return given.untestable({
    reason: 'missing-fixture',
    needs: 'fixture:part-number-rule',
    cause: 'the declared rule for part numbers held in every workspace; one without a rule is needed',
  })
}
