import fc from 'fast-check'
import {
  assume,
  blocked,
  each,
  forAll,
  hostileRequestIds,
  isRemainder,
  plainRequestId,
  plainRequestIds,
  scenario,
  unusualRequestIds,
  type Given,
} from '#suite'
import { onEveryAnswer } from '../shared/passive-ids.ts'
import { answersAboutOwnThings, answersToReads, answersToWrites, type AnswerKind } from './answers.ts'
import { hasRequestId, requestIdHeader as header } from './request-id-header.ts'

const kinds = [
  { of: 'reads', answers: answersToReads, needs: [] },
  { of: 'writes', answers: answersToWrites, needs: ['write'] },
  { of: "requests about the run's own records", answers: answersAboutOwnThings, needs: ['write'] },
] as const

for (const { of, answers, needs } of kinds)
  forAll(
    `answers to ${of} echo the incoming request id`,
    { verifies: ['HDR-02'], covers: ['HDR-01'], needs },
    async ({ api, given, session, verify }) => {
      const every = await answers({ api, given, session })
      const examples = every.map((kind, index): readonly [typeof kind, string] => [
        kind,
        plainRequestIds[index % plainRequestIds.length] ?? 'A',
      ])
      return {
        inputs: fc
          .tuple(fc.constantFrom(...every), plainRequestId())
          .map(([kind, id]): (typeof examples)[number] => [kind, id]),
        examples,
        holds: async ([{ what, ask }, id]: (typeof examples)[number]) => {
          const answer = await ask({ [header]: id })
          verify('HDR-02', answer).hasHeader(header, [id], { of: what, where: hasRequestId(answer) })
        },
      }
    },
  )

for (const id of plainRequestIds.slice(0, 3))
  scenario(
    `a 403 echoes the request id ${id}`,
    { verifies: ['HDR-02'], needs: ['second-key', 'write'] },
    async ({ given, verify }) => {
      const product = await given.foreignProduct()
      const answer = await given.read('product', product.id, { headers: { [header]: id } })
      verify('HDR-02', answer).hasHeader(header, [id], {
        of: "another organization's product",
        where: hasRequestId(answer),
      })
    },
  )

scenario('any plain request id is echoed', { verifies: ['HDR-02'] }, async ({ api, observe, verify }) => {
  await each(plainRequestIds, async (id) => {
    const answer = await api.send('listWorkspaces', { headers: { [header]: id } })
    verify('HDR-02', answer).hasHeader(header, [id], { of: 'a list of workspaces', where: hasRequestId(answer) })
  })
  // lawful: a service may pass on ids of one form only, and makes one for the rest.
  await each(Object.entries(unusualRequestIds), async ([what, id]) => {
    const answer = await api.send('listWorkspaces', { headers: { [header]: id }, broken: 'an unusual request id' })
    const received = answer.headers[header] ?? ''
    observe('HDR-02', `a request id with ${what} is replaced`, received !== id)
    verify('HDR-02', answer).that({
      claim: `a request id with ${what} is echoed as it is, or replaced as a whole`,
      holds: !isRemainder(received, id),
      expected: `${id}, or an id of the server's own`,
      received,
    })
  })
})

scenario('a repeated request id is echoed each time', { verifies: ['HDR-02'] }, async ({ api, given, verify }) => {
  const id = `again-${given.word()}`
  const request = api.request('listWorkspaces', { headers: { [header]: id } })
  const atOnce = await api.simultaneously(Array.from({ length: 4 }, () => request))
  await each([...atOnce, await api.raw(request)], async (answer) =>
    verify('HDR-02', answer).hasHeader(header, [id], { of: 'a list of workspaces', where: hasRequestId(answer) }),
  )
})

// That answers of every other kind have fresh ones is judged on all that a run sends without an id.
for (const { of, answers, needs } of kinds.slice(0, 1))
  scenario(
    `answers to ${of} have a fresh request id when the request has none`,
    { verifies: ['HDR-03'], covers: onEveryAnswer.filter((id) => id !== 'HDR-03'), needs },
    async ({ api, given, session, verify }) => {
      // An empty id is none.
      const seen = new Set([''])
      await each(await answers({ api, given, session }), async (kind) => {
        const answer = await kind.ask({})
        const id = answer.headers[header]
        assume(answer.status < 500 && (id !== undefined || (await hasAnId(kind, given))))
        verify('HDR-03', answer).hasHeader(header, { except: [...seen] }, kind.what)
        seen.add(id ?? '')
      })
    },
  )

/** Where the header is missing whatever came in, it is the rule about the header that is broken. */
async function hasAnId({ ask }: AnswerKind, given: Given): Promise<boolean> {
  return (await ask({ [header]: given.word() })).headers[header] !== undefined
}

scenario('simultaneous requests get different request ids', { verifies: ['HDR-03'] }, async ({ api, verify }) => {
  const answers = await api.simultaneously(Array.from({ length: 8 }, () => api.request('listWorkspaces')))
  const named = answers.filter((answer) => answer.headers[header] !== undefined)
  assume(named.length > 0, blocked('HDR-01', `the target sent no ${header}`))
  await each(named, async (answer) => {
    const others = named.filter((one) => one !== answer).flatMap((one) => one.headers[header] ?? [])
    verify('HDR-03', answer).hasHeader(header, { except: others }, 'each of several simultaneous answers')
  })
})

for (const [label, value] of hostileRequestIds)
  scenario(
    `a request with ${label} in its x-request-id causes no server error`,
    { verifies: ['HDR-07'] },
    async ({ api, given, verify }) => {
      const sent = { headers: { [header]: value }, broken: 'a hostile request id' }
      const answers = [await api.send('listWorkspaces', sent), await given.read('product', given.unknownId(), sent)]
      verify('HDR-07', answers).isNoServerError()
      verify('HDR-07', answers).lacksHeader('x-injected')
    },
  )
