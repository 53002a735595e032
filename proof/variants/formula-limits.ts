import { answers, records, withEachRecord } from '../changes/answers.ts'
import type { RequestChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requests } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { snapshotItems } from '../../reference/service/versions/snapshot-items.ts'
import { withEachEntry } from './sent-entries.ts'
import { defineVariants } from './variant.ts'

const reference = /@\{([^{}]*)\}/gu
const arithmetic = /^[\s\d.+\-*/()]*$/u
const computedAfterMs = 400
const versionComputedAfterMs = 1000
const publishing = 'a publication is under way'

interface Source {
  readonly type: string
  readonly display_unit: string | null
}

interface Computed {
  readonly shown: number | string | null
  readonly fresh: number | string | null
}

/** Lawful differences in which formulas are accepted, how their expression is written, and when they are computed. */
export const formulaLimitVariants = defineVariants({
  'formulas-add-subtract-multiply-and-divide': {
    title: 'returns 422 for a formula with powers, functions or its own units',
    latitude: 'the contract does not say what an expression may hold',
    touches: ['PROP-14', 'PROP-29'],
    changes: [refusedExpressions((expression) => !arithmetic.test(expression.replaceAll(reference, '1')))],
  },
  'formulas-refer-to-no-formulas': {
    title: 'returns 422 for a formula that refers to another formula',
    latitude: 'the contract does not say what a formula may refer to',
    touches: ['PROP-14', 'PROP-29'],
    changes: [
      refusedExpressions((expression, deployment) =>
        sourcesOf(expression, deployment).some(({ type }) => type === 'formula'),
      ),
    ],
  },
  'formulas-mix-no-units': {
    title: 'returns 422 for a formula whose sources have different units',
    latitude: 'the contract does not say which formulas are invalid',
    touches: ['PROP-14', 'PROP-29'],
    changes: [
      refusedExpressions(
        (expression, deployment) =>
          new Set(sourcesOf(expression, deployment).map(({ display_unit: unit }) => unit)).size > 1,
      ),
    ],
  },
  'expressions-are-written-afresh': {
    title: 'writes expressions with single spaces around operators',
    latitude: 'the contract defines only the syntax of references',
    touches: ['PROP-15'],
    changes: [
      records((record) => {
        const { expression } = record
        return typeof expression === 'string' ? { ...record, expression: writtenAfresh(expression) } : record
      }),
    ],
  },
  'results-follow-their-sources-later': {
    title: 'recomputes a formula a moment after a source changed',
    latitude: 'work may be done shortly after the answer',
    touches: ['PROP-14', 'GEN-06'],
    changes: [
      replace(snapshotItems, (sound) => (deployment, version, resultOf) => {
        remember(deployment, publishing, true)
        sound(deployment, version, resultOf)
        remember(deployment, publishing, false)
      }),
      replace(formulaResult, (sound) => (deployment, formula) => {
        const fresh = sound(deployment, formula)
        if (recall<boolean>(deployment, publishing)?.value === true) return fresh
        return shownFor(deployment, `result ${formula.id}`, fresh)
      }),
    ],
  },
  'results-of-versions-come-later': {
    title: 'returns null as the result of a published formula until a second after the first read',
    latitude: 'work may be done shortly after the answer',
    touches: ['PROP-14', 'VER-02', 'VER-13'],
    changes: [
      answers((answer, deployment) =>
        withEachRecord(answer, (record) =>
          record['type'] === 'formula' && 'draft_property_id' in record && !isComputed(deployment, String(record['id']))
            ? { ...record, value: null }
            : record,
        ),
      ),
    ],
  },
  'results-tell-that-there-is-none': {
    title: 'returns #ERROR as the result of a formula without one',
    latitude: 'the contract does not say what a formula without a result shows',
    touches: ['PROP-14'],
    changes: [
      records((record) =>
        record['type'] === 'formula' && record['value'] === null ? { ...record, value: '#ERROR' } : record,
      ),
    ],
  },
})

function refusedExpressions(refuses: (expression: string, deployment: Deployment) => boolean): RequestChange {
  return requests((sent, deployment) => {
    if (!/^(?:POST|PATCH) \/properties/u.test(sent.route)) return sent
    return withEachEntry(sent, (entry, at) => {
      const { expression } = entry
      if (typeof expression !== 'string' || !refuses(expression, deployment)) return entry
      throw validationError({ loc: [...at, 'expression'], msg: 'is not supported', type: 'formula_expression' })
    })
  })
}

function sourcesOf(expression: string, { store }: Deployment): readonly Source[] {
  return [...expression.matchAll(reference)].flatMap(([, id = '']) => {
    const sql = 'SELECT type, display_unit FROM properties WHERE id = ?'
    const source = store.get<Source>(sql, id.trim().toLowerCase())
    return source === undefined ? [] : [source]
  })
}

function writtenAfresh(expression: string): string {
  return expression
    .split(/(@\{[^{}]*\})/u)
    .map((part) => (part.startsWith('@{') ? part : part.replaceAll(/\s*([+*/^])\s*/gu, ' $1 ')))
    .join('')
    .replaceAll(/ +/gu, ' ')
    .trim()
}

/** What is shown of a result: what was shown before, until the fresh one has been there for a while. */
function shownFor(deployment: Deployment, key: string, fresh: Computed['fresh']): Computed['shown'] {
  const known = recall<Computed>(deployment, key)
  if (known === undefined || known.value.shown === fresh) {
    remember(deployment, key, { shown: fresh, fresh } satisfies Computed)
    return fresh
  }
  if (known.value.fresh !== fresh) remember(deployment, key, { shown: known.value.shown, fresh } satisfies Computed)
  else if (Date.now() - known.at > computedAfterMs)
    remember(deployment, key, { shown: fresh, fresh } satisfies Computed)
  return recall<Computed>(deployment, key)?.value.shown ?? null
}

/** Whether a formula of a version was read long enough ago. */
function isComputed(deployment: Deployment, id: string): boolean {
  const key = `computed ${id}`
  const first = recall<boolean>(deployment, key)
  if (first === undefined) remember(deployment, key, true)
  return first !== undefined && Date.now() - first.at > versionComputedAfterMs
}
