import { isRecord } from '../changes/answers.ts'
import type { RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { findSource, quantityOfReference } from '../../reference/service/formulas/compute-formula.ts'
import { formulaResult } from '../../reference/service/formulas/formula-result.ts'
import { mathematics } from '../../reference/service/formulas/mathematics.ts'
import { type Quantity, quantityOf } from '../../reference/service/formulas/quantity.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineFaults } from './fault.ts'
import { sourceOf, type SourceOnItem, sourcesOf } from './formula-sources.ts'

/** Faults in how formulas are computed. */
export const formulaFaults = defineFaults({
  'formula-over-foreign-property': {
    title: 'computes formulas over properties of other organizations',
    breaks: ['AUTH-15'],
    changes: [
      replace(
        findSource,
        (sound) => (deployment, id, organizationId) =>
          sound(deployment, id, organizationId) ??
          sound(deployment, id, organizationOf(deployment, id) ?? organizationId),
      ),
    ],
  },
  'formula-without-a-result-breaks': {
    title: 'returns 500 if a computed formula has no result any more',
    breaks: ['ERR-15'],
    changes: [
      replace(formulaResult, (sound) => (deployment, formula) => {
        const result = sound(deployment, formula)
        if (result === null && (formula.expression ?? '').includes('/')) throw broken()
        return result
      }),
    ],
  },
  'circle-of-formulas-breaks': {
    title: 'returns 500 for an update that makes formulas refer to each other',
    breaks: ['ERR-15'],
    changes: [
      requestsOf(['PATCH /properties/:property_id'], (sent, deployment) => {
        const { expression } = isRecord(sent.body) ? sent.body : {}
        const sources = typeof expression === 'string' ? sourcesOf(expression) : []
        if (sources.some((id) => sourceOf(deployment, id)?.type === 'formula')) throw broken()
        return sent
      }),
    ],
  },
  'source-of-zero-passes-for-none': {
    title: 'returns no result for a formula with a source of zero',
    breaks: ['PROP-14'],
    changes: [
      overSource((result, { type, value }) => (type === 'numeric' && Number(value) === 0 ? undefined : result)),
    ],
  },
  'source-in-another-item-counts-as-zero': {
    title: 'treats a source in another item as zero',
    breaks: ['PROP-14'],
    changes: [
      replace(quantityOfReference, (sound) => (deployment, reference) => {
        const source = sourceOf(deployment, reference.propertyId)
        const isElsewhere = source?.item_id !== sourceOf(deployment, reference.formula.id)?.item_id
        return source?.type === 'numeric' && isElsewhere ? 0 : sound(deployment, reference)
      }),
    ],
  },
  'formula-keeps-the-unit-of-its-source': {
    title: 'computes a formula with the unit that its source had at first',
    breaks: ['PROP-14'],
    changes: [
      overSource((result, { id, type, value, display_unit: unit }, deployment) => {
        if (type !== 'numeric' || value === null) return result
        const first = recall<string>(deployment, `first unit ${id}`)
        if (first === undefined) remember(deployment, `first unit ${id}`, unit ?? '-')
        return first === undefined ? result : quantityOf(Number(value), first.value)
      }),
    ],
  },
  'formula-is-computed-by-its-first-expression': {
    title: 'computes a formula with its original expression after an update',
    breaks: ['PROP-14'],
    changes: [
      replace(formulaResult, (sound) => (deployment, formula) => {
        const key = `first expression ${formula.id}`
        const expression = recall<string | null>(deployment, key)?.value ?? formula.expression
        remember(deployment, key, expression)
        return sound(deployment, { ...formula, expression })
      }),
    ],
  },
  'formula-in-a-formula-counts-as-its-source': {
    title: 'treats a formula inside a formula as the first of its sources',
    breaks: ['PROP-14'],
    changes: [
      replace(quantityOfReference, (sound) => (deployment, reference) => {
        const [first] = sourcesOf(sourceOf(deployment, reference.propertyId)?.expression ?? '')
        return sound(deployment, first === undefined ? reference : { ...reference, propertyId: first })
      }),
    ],
  },
  'formula-loses-a-source-that-is-renamed': {
    title: 'returns no result for a formula if one of its sources was renamed',
    breaks: ['PROP-14'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        if (body.name !== undefined && body.name !== before.name) remember(deployment, `renamed ${before.id}`, true)
      }),
      replace(quantityOfReference, (sound) => (deployment, reference) => {
        const isLost = recall(deployment, `renamed ${reference.propertyId}`) !== undefined
        return isLost ? undefined : sound(deployment, reference)
      }),
    ],
  },
  'formula-in-a-formula-loses-its-unit': {
    title: 'ignores the unit of a formula inside a formula',
    breaks: ['PROP-14'],
    changes: [overFormula((result) => numberOf(result))],
  },
  'formula-in-a-formula-is-rounded': {
    title: 'rounds a formula within a formula to two decimals',
    breaks: ['PROP-14'],
    changes: [
      overFormula((result) => {
        const rounded = Math.round(numberOf(result) * 100) / 100
        return typeof result === 'number' ? rounded : mathematics().unit(rounded, result.toJSON().unit)
      }),
    ],
  },
  'formula-over-a-formula-stays-as-first-read': {
    title: 'computes a formula with a formula inside only once',
    breaks: ['PROP-14'],
    changes: [
      staysAsFirst((deployment, expression) =>
        sourcesOf(expression).some((id) => sourceOf(deployment, id)?.type === 'formula'),
      ),
    ],
  },
  'formula-stays-as-first-computed': {
    title: 'computes a formula once, when it is created',
    breaks: ['PROP-14'],
    changes: [staysAsFirst(() => true)],
  },
})

/** What a formula refers to counts for something else. */
function overSource(
  change: (result: Quantity, source: SourceOnItem, deployment: Deployment) => Quantity | undefined,
): RuleChange {
  return replace(quantityOfReference, (sound) => (deployment, reference) => {
    const result = sound(deployment, reference)
    const source = sourceOf(deployment, reference.propertyId)
    return result === undefined || source === undefined ? result : change(result, source, deployment)
  })
}

/** A formula that another one refers to counts for something else. */
function overFormula(change: (result: Quantity) => Quantity): RuleChange {
  return overSource((result, { type }) => (type === 'formula' ? change(result) : result))
}

/** A result is kept from its first reading on. */
function staysAsFirst(when: (deployment: Deployment, expression: string) => boolean): RuleChange {
  return replace(formulaResult, (sound) => (deployment, formula) => {
    const key = `first result ${formula.id}`
    const first = recall<number | string | null>(deployment, key)
    if (first !== undefined) return first.value
    const result = sound(deployment, formula)
    if (when(deployment, formula.expression ?? '')) remember(deployment, key, result)
    return result
  })
}

function numberOf(quantity: Quantity): number {
  return typeof quantity === 'number' ? quantity : quantity.toJSON().value
}

function organizationOf({ store }: Deployment, propertyId: string): string | undefined {
  return store.get<{ organization_id: string }>(
    `SELECT workspaces.organization_id FROM properties
     JOIN items ON items.id = properties.item_id
     JOIN products ON products.id = items.product_id
     JOIN workspaces ON workspaces.id = products.workspace_id
     WHERE properties.id = ?`,
    propertyId,
  )?.organization_id
}
