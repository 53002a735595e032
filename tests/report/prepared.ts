import type { Finding } from '../../lib/checks/finding.ts'
import { signatureOf } from '../../lib/checks/signature-of.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import type { ExchangeSummary } from '../../lib/client/summarize-exchange.ts'
import type { RunFacts } from '../../lib/report/run-facts.ts'

export const baseUrl = 'https://target.test'

/** A record of a run that answered one request and saw nothing else. */
export function record(parts: Partial<JournalRecord> = {}): JournalRecord {
  return {
    evaluations: [],
    findings: [],
    untested: [],
    observations: [],
    harnessProblems: [],
    transportProblems: [],
    exchanges: 1,
    coverage: { endpoints: [], fields: [], enumValues: [] },
    dialect: {},
    ...parts,
  }
}

export function runFacts(parts: Partial<RunFacts> = {}): RunFacts {
  return {
    target: {
      name: 'staging',
      baseUrl,
      mode: 'read-write',
      effort: 'standard',
      seed: 42,
      startedAt: '2030-05-01T10:00:00.000Z',
      durationMs: 1500,
    },
    replay: `npm run conformance -- --base-url ${baseUrl} --allow-writes --seed 42`,
    suiteVersion: '0.1.0',
    ...parts,
  }
}

/** A finding whose signature is that of its requirement and fingerprint, as in a run. */
export function finding({
  requirement = 'PN-04',
  fingerprint = 'createProduct refuses a retired number',
  ...parts
}: Partial<Finding> & { readonly fingerprint?: string } = {}): Finding {
  return {
    requirement,
    check: 'a retired part number is never given out again',
    signature: signatureOf(requirement, fingerprint),
    claim: 'createProduct refuses a retired number',
    expected: '409',
    received: '201',
    exchanges: [exchange({ method: 'PATCH' }), exchange({ method: 'POST', status: 201 })],
    reproduce: `curl -X 'POST' '${baseUrl}/v1/public/products'`,
    occurrences: 1,
    ...parts,
  }
}

export function exchange({
  path = '/v1/public/products',
  ...parts
}: Partial<ExchangeSummary> & { path?: string } = {}) {
  return {
    method: 'GET',
    url: `${baseUrl}${path}`,
    requestHeaders: { authorization: 'Bearer ***' },
    requestBody: '',
    status: 200,
    responseHeaders: { 'content-type': 'application/json' },
    responseBody: '{}',
    durationMs: 3,
    ...parts,
  } satisfies ExchangeSummary
}
