import { scenario, type CheckContext, type Exchange } from '#suite'
import { exampleProperty } from '../shared/example-property.ts'

type Ask = (context: CheckContext<'PROP-22' | 'PROP-25'>, value: string, broken?: string) => Promise<Exchange>

const listBy =
  (parameter: string): Ask =>
  async (context, value, broken) => {
    const { itemId } = await exampleProperty('text', context)
    const query = { [parameter]: value }
    return context.given.listProperties(itemId, broken === undefined ? { query } : { query, broken })
  }

const readBy: Ask = async (context, type, broken) => {
  const { id } = await exampleProperty('text', context)
  return context.given.read('property', id, { query: { type }, ...(broken === undefined ? {} : { broken }) })
}

const wrongTypes = ['nonsense', 'numerics', 'num'] as const

/** Parameters of a few values, with others beside them. */
const closed = [
  {
    what: 'a list with an unknown type',
    id: 'PROP-22',
    by: 'PROP-20',
    sendValue: listBy('type'),
    right: 'text',
    wrong: wrongTypes,
    refusal: { status: 422 },
  },
  {
    what: 'a read with an unknown type hint',
    id: 'PROP-22',
    by: 'PROP-28',
    sendValue: readBy,
    right: 'text',
    wrong: wrongTypes,
    refusal: { status: 422 },
  },
  {
    what: 'a list with an invalid includeDeleted',
    id: 'PROP-25',
    by: 'PROP-24',
    sendValue: listBy('includeDeleted'),
    right: 'true',
    wrong: ['maybe', '12', 'trueish'],
    refusal: {},
  },
] as const

for (const { what, id, by, sendValue, right, wrong, refusal } of closed)
  for (const value of wrong)
    scenario(`${what} is rejected: ${value}`, { verifies: [id] }, async (context) => {
      const { given, session, verify } = context
      const control = await session.shared(`${what} that is one`, () => sendValue(context, right))
      given.requireSuccess(control, by)
      verify(id, await sendValue(context, value, `${what}: ${value}`)).isRefused({ ...refusal, control })
    })
