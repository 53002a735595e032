import type { Deployment } from '../deployment.ts'
import { draftResult } from '../formulas/draft-result.ts'
import { type PropertyRow, selectProperties } from '../properties/property.ts'

/** A row that is about to be shown, or what a fault takes for it from the draft or from another version. */
export function bendRow(deployment: Deployment, row: PropertyRow, byId: boolean): PropertyRow {
  const { draft_property_id, version_number } = row
  if (draft_property_id === null || version_number === null) return bendDraft(deployment, row)
  if (byId && row.type === 'numeric' && deployment.faults.has('published-by-id-has-the-number-of-the-draft')) {
    const draft = deployment.store.get<{ value: string }>(
      'SELECT value FROM properties WHERE id = ?',
      draft_property_id,
    )
    const isOther = draft !== undefined && draft.value !== row.value
    if (isOther && deployment.faults.active('published-by-id-has-the-number-of-the-draft')) {
      return { ...row, value: draft.value }
    }
  }
  return bendPublished(deployment, row, { draftId: draft_property_id, number: version_number })
}

function bendDraft(deployment: Deployment, row: PropertyRow): PropertyRow {
  const { store, faults } = deployment
  if (row.type === 'formula' || !faults.has('draft-shows-the-latest-published-value')) return row
  const latest = store.get<{ value: string }>(
    'SELECT value FROM version_properties WHERE draft_property_id = ? ORDER BY sequence DESC LIMIT 1',
    row.id,
  )
  if (latest === undefined || !faults.active('draft-shows-the-latest-published-value')) return row
  return { ...row, value: latest.value }
}

interface Origin {
  readonly draftId: string
  readonly number: number
}

function bendPublished(deployment: Deployment, row: PropertyRow, { draftId, number }: Origin): PropertyRow {
  const { faults } = deployment
  if (number === 1 && faults.active('first-version-keeps-draft-ids')) return { ...row, id: draftId }
  const draft = draftOf(deployment, draftId)
  if (draft !== undefined && row.type !== 'formula' && faults.active('version-shows-the-draft-value')) {
    return { ...row, value: draft.value }
  }
  const formula = computedAnew(deployment, row, draftId)
  if (formula !== undefined) return formula
  if (draft !== undefined && faults.active('renaming-reaches-published-versions')) return { ...row, name: draft.name }
  if (
    draft !== undefined &&
    draft.source_references !== row.source_references &&
    faults.active('references-reach-published-versions')
  )
    return { ...row, source_references: draft.source_references }
  const earlier = earlierIds(deployment, draftId, number)
  const [first] = earlier
  const before = earlier.at(-1)
  if (first === undefined || before === undefined) return row
  if (faults.active('later-versions-keep-the-ids-of-the-first')) return { ...row, id: first.id }
  const isStrayed = faults.active('stable-id-is-that-of-the-version-before')
  return isStrayed ? { ...row, draft_property_id: before.id } : row
}

const ofTheDraft = [
  'version-shows-the-draft-value',
  'renaming-reaches-published-versions',
  'references-reach-published-versions',
] as const

function draftOf(
  { store, faults }: Deployment,
  id: string,
): Pick<PropertyRow, 'name' | 'value' | 'source_references'> | undefined {
  const isAsked = ofTheDraft.some((fault) => faults.has(fault))
  return isAsked ? store.get('SELECT name, value, source_references FROM properties WHERE id = ?', id) : undefined
}

function computedAnew(deployment: Deployment, row: PropertyRow, draftId: string): PropertyRow | undefined {
  const { store, faults } = deployment
  if (row.type !== 'formula' || !faults.has('published-formulas-are-computed-anew')) return undefined
  const formula = store.get<PropertyRow>(`${selectProperties} WHERE properties.id = ?`, draftId)
  if (formula === undefined || !faults.active('published-formulas-are-computed-anew')) return undefined
  return { ...row, value: JSON.stringify(draftResult(deployment, formula)) }
}

function earlierIds({ store, faults }: Deployment, draftId: string, number: number): readonly { id: string }[] {
  const isAsked =
    faults.has('later-versions-keep-the-ids-of-the-first') || faults.has('stable-id-is-that-of-the-version-before')
  if (!isAsked) return []
  return store.all<{ id: string }>(
    `SELECT version_properties.id FROM version_properties JOIN versions ON versions.id = version_properties.version_id
     WHERE draft_property_id = ? AND versions.number < ? ORDER BY versions.number`,
    draftId,
    number,
  )
}
