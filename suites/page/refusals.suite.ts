import { listNames, lists, scenario } from '#suite'

const refusals = [
  { id: 'PAGE-07', parameter: 'limit', what: 'a limit of 0', values: ['0'] },
  {
    id: 'PAGE-08',
    parameter: 'limit',
    what: 'a limit above 200',
    values: ['201', '1000', '2147483648', '9223372036854775808'],
  },
  { id: 'PAGE-09', parameter: 'limit', what: 'a negative limit', values: ['-1', '-50'] },
  {
    // An empty one may pass for one that is left out, as many libraries read it.
    id: 'PAGE-10',
    parameter: 'limit',
    what: 'a limit that is no integer',
    values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'],
  },
  { id: 'PAGE-12', parameter: 'offset', what: 'a negative offset', values: ['-1', '-100'] },
  {
    // An empty offset may pass for 0, which is an offset.
    id: 'PAGE-13',
    parameter: 'offset',
    what: 'an offset that is no integer',
    values: ['abc', '1.5', '1e2', 'NaN', '10abc', '0x10', '10\nabc'],
  },
] as const

for (const name of listNames)
  for (const { id, parameter, what, values } of refusals)
    scenario(`the list of ${name} refuses ${what}`, { verifies: [id] }, async ({ api, given, verify }) => {
      const query = await given.listQuery(name)
      const { endpoint, answeredBy } = lists[name]
      const control = given.requireSuccess(
        await api.send(endpoint, { query: { ...query, limit: 1, offset: 0 } }),
        answeredBy,
      )
      for (const value of values) {
        const broken = `${parameter}=${value}`
        const answer = await api.send(endpoint, { query: { ...query, [parameter]: value }, broken })
        // lawful: a gateway may stop line breaks in a query by itself.
        verify(id, answer).isRefused({ status: 422, control, ...(value.includes('\n') ? { unusual: true } : {}) })
      }
    })

/** At the bounds of what machines count with. */
const absurd = ['2147483648', '9007199254740993', '9223372036854775808', '18446744073709551616'] as const

for (const name of listNames)
  scenario(
    `the list of ${name} survives absurd offsets`,
    { verifies: ['PAGE-20'], causedBy: ['PAGE-14'] },
    async ({ api, given, verify }) => {
      const query = await given.listQuery(name)
      const { endpoint, answeredBy } = lists[name]
      given.requireSuccess(await api.send(endpoint, { query: { ...query, limit: 1, offset: 0 } }), answeredBy)
      for (const offset of absurd) {
        const answer = await api.send(endpoint, { query: { ...query, limit: 1, offset }, broken: `offset=${offset}` })
        const empty = answer.status === 200 && given.entriesOf(answer).length === 0
        verify('PAGE-20', answer).that({
          claim: `an absurd offset in the list of ${name} gives an empty page or is refused`,
          holds: empty || answer.status === 422,
          expected: 'an empty page or 422',
          received: answer.status === 200 ? 'entries' : `${answer.status}`,
          hint: 'a number that does not fit is wrapped or cut off',
        })
      }
    },
  )
