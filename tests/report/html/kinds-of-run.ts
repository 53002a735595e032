import { randomUUID } from 'node:crypto'
import type { Evidence, JournalRecord } from '../../../lib/checks/journal.ts'
import type { ExchangeSummary } from '../../../lib/client/summarize-exchange.ts'
import { requirements, type Requirement } from '../../../lib/contract/requirement.ts'
import { endpointIds } from '../../../lib/service/interface/endpoint.ts'
import { assembleReport } from '../../../lib/report/assemble-report.ts'
import type { ConformanceReport } from '../../../lib/report/conformance-report.ts'
import { exchange, finding, record, runFacts } from '../prepared.ts'

const all = [...requirements.values()]
const judged = all.filter(({ kind }) => kind !== 'open')
const inTheNarrow = { checks: 6, exchanges: 1200, durationMs: 90_000 }

/** A report of each kind of run that a page has to be good for, with all that such a run says. */
export const kindsOfRun = {
  'a clean run': () => reportOf({}),
  'ten violations': () => reportOf({ findings: violations(10) }),
  'ten violations in many places': () => reportOf({ findings: violations(10, 25) }),
  'seventy violations': () => reportOf({ findings: violations(70) }),
  'reads only': () => readsOnly(),
  'a target that answers 500': () => brokenDown(),
} satisfies Readonly<Record<string, () => ConformanceReport>>

/** The report of a run that evaluated everything, but for these parts. */
export function reportOf(parts: Partial<JournalRecord>): ConformanceReport {
  return assembleReport(
    record({
      evaluations: evaluationsBut(),
      evidence: judged.map(({ id }, index) => evidenceOf(id, index)),
      observations: all
        .filter(({ kind }) => kind === 'open')
        .flatMap(({ id }) =>
          [1, 2, 3, 4, 5].map((place) => ({ requirement: id, name: `what is seen, ${place}`, value: 'a value' })),
        ),
      coverage: {
        endpoints: endpointIds.map((endpoint) => ({
          endpoint,
          method: 'GET',
          path: `/v1/public/${endpoint}`,
          exchanges: 40,
          statuses: [200, 404, 422],
          medianMs: 12.5,
        })),
        fields: [],
        enumValues: [],
      },
      traffic: [{ check: 'a check', ...inTheNarrow }],
      ...parts,
    }),
    runFacts(),
  )
}

/** Each requirement was evaluated once, but for some. */
export function evaluationsBut(left: ReadonlySet<string> = new Set()): JournalRecord['evaluations'] {
  return all
    .filter(({ id }) => !left.has(id))
    .map(({ id }) => ({ requirement: id, check: `a check of ${id}`, count: 1 }))
}

function evidenceOf(requirement: Requirement['id'], index: number): Evidence {
  const endpoint = endpointIds[index % endpointIds.length] ?? 'getProduct'
  return { requirement, check: `a check of ${requirement}`, endpoints: [endpoint], exchange: anExchange() }
}

function anExchange(parts: Partial<ExchangeSummary> = {}): ExchangeSummary {
  const path = `/v1/public/products/${randomUUID()}`
  return exchange({ path, responseBody: JSON.stringify({ id: randomUUID(), name: 'a product' }), ...parts })
}

/** Every so many requirements one, each seen in two ways, or in many places, with what led there. */
function violations(count: number, ways = 2): JournalRecord['findings'] {
  // One claim in many places.
  const claims = ways > 2 ? 1 : ways
  const violated = judged.filter((_, index) => index % Math.floor(judged.length / count) === 0).slice(0, count)
  return violated.flatMap(({ id }) =>
    Array.from({ length: ways }, (_, way) => `way ${way}`).map((fingerprint, way) =>
      finding({
        requirement: id,
        fingerprint,
        check: `a check of ${id}`,
        claim: `way ${way % claims}`,
        expected: `way ${way % claims}`,
        exchanges: [1, 2, 3, 4, 5].map(() => anExchange()),
        script: { text: '#' },
      }),
    ),
  )
}

function readsOnly(): ConformanceReport {
  const untested = judged
    .filter(({ needs }) => needs.includes('write'))
    .map(({ id }) => ({
      requirement: id,
      check: `a check of ${id}`,
      reason: 'writes-not-allowed' as const,
      needs: 'write',
      remedy: 'allow writes: --allow-writes',
    }))
  const left = new Set<string>(untested.map(({ requirement }) => requirement))
  return reportOf({
    untested,
    evaluations: evaluationsBut(left),
  })
}

function brokenDown(): ConformanceReport {
  const broken = judged.filter((_, index) => index % 20 === 0)
  const answer = { status: 500, responseBody: '{"error":"internal_error","message":"something went wrong"}' }
  return reportOf({
    evaluations: broken.map(({ id }) => ({ requirement: id, check: `a check of ${id}`, count: 1 })),
    evidence: [],
    observations: [],
    findings: broken.map(({ id }) =>
      finding({
        requirement: id,
        check: `a check of ${id}`,
        expected: '200',
        received: '500 internal_error',
        exchanges: [anExchange(answer)],
      }),
    ),
    untested: judged
      .filter((requirement) => !broken.includes(requirement))
      .map(({ id }) => ({
        requirement: id,
        check: `a check of ${id}`,
        reason: 'blocked' as const,
        cause: 'GET /v1/public/workspaces answered 500',
        blockedBy: ['ERR-15' as const],
      })),
  })
}
