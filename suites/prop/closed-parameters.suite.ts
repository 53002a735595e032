import { scenario } from '#suite'
import { exampleProperty } from '../shared/example-property.ts'

const wrongTypes = ['nonsense', 'numerics', 'num'] as const

/** Parameters of the list that take a few values only, a right one and wrong ones. */
const closed = [
  {
    what: 'a list with the unknown type',
    id: 'PROP-22',
    by: 'PROP-20',
    parameter: 'type',
    right: 'text',
    wrong: wrongTypes,
    refusal: { status: 422 },
  },
  {
    what: 'a list with the invalid includeDeleted',
    id: 'PROP-25',
    by: 'PROP-24',
    parameter: 'includeDeleted',
    right: 'true',
    wrong: ['maybe', '12', 'trueish'],
    refusal: {},
  },
] as const

for (const { what, id, by, parameter, right, wrong, refusal } of closed)
  for (const value of wrong)
    scenario(`${what} "${value}" is rejected`, { verifies: [id] }, async (context) => {
      const { given, session, verify } = context
      const { itemId } = await exampleProperty('text', context)
      const control = await session.shared(`${what} that is one`, () =>
        given.listProperties(itemId, { query: { [parameter]: right } }),
      )
      given.requireSuccess(control, by)
      const answer = await given.listProperties(itemId, { query: { [parameter]: value }, broken: `${what} "${value}"` })
      verify(id, answer).isRefused({ ...refusal, control })
    })

for (const type of wrongTypes)
  scenario(`a read with the unknown type hint "${type}" is rejected`, { verifies: ['PROP-22'] }, async (context) => {
    const { given, session, verify } = context
    const { id } = await exampleProperty('text', context)
    const control = await session.shared('read with a known type hint', () =>
      given.read('property', id, { query: { type: 'text' } }),
    )
    given.requireSuccess(control, 'PROP-28')
    const answer = await given.read('property', id, { query: { type }, broken: 'an unknown type hint' })
    verify('PROP-22', answer).isRefused({ status: 422, control })
  })
