import type { RequirementId } from '../../contract/requirement.ts'
import { flatSchema, unionOf, type FlatSchema } from '../flat-schema.ts'
import type { Local } from './difference.ts'
import { listed, typesText } from './compare-values.ts'
import { requirementIn } from './requirements-of.ts'

interface Where {
  /** The requirement if the schema of the contract names none. */
  readonly requirement: RequirementId
  /** `createdBy.`; entries of a page have no prefix. */
  readonly path: string
  /** The contract shows a part of the record alone. */
  readonly isOpen: boolean
}

const deepest = 6

/** Alternative spellings of one field: each is lawful, and the description needs one of them. */
const spellings: Readonly<Record<string, string>> = {
  uploadedAt: 'uploaded_at',
  uploaded_at: 'uploadedAt',
  partNumber: 'part_number',
  part_number: 'partNumber',
}

/** Where a record in an answer differs: the description must promise what the contract promises, and nothing that it forbids. */
export function compareRecord(contract: FlatSchema, described: FlatSchema, where: Where): readonly Local[] {
  const known = Object.entries(contract.properties).flatMap(([name, schema]) => {
    const wanted = flatSchema(schema, unionOf)
    const requirement = requirementIn(wanted) ?? where.requirement
    const given = described.properties[name]
    const what = `field ${where.path}${name}`
    if (isRuledOut(wanted))
      return given && !isRuledOut(flatSchema(given, unionOf))
        ? [{ kind: 'other', requirement, what, expected: 'absent', described: 'present' } as const]
        : []
    if (!given) return absent(name, { contract, described, requirement, what })
    const place = {
      contract: wanted,
      described: flatSchema(given, unionOf),
      requirement,
      what,
      path: `${where.path}${name}`,
      isOpen: where.isOpen,
    }
    return [...optional(name, { contract, described, requirement, what }), ...compareField(place)]
  })
  const names = Object.keys(described.properties).filter((name) => !isNamed(name, contract))
  const what = where.path === '' ? 'further fields of the record' : `further fields of ${where.path.slice(0, -1)}`
  const kind = where.isOpen ? 'open' : 'more'
  const more: readonly Local[] =
    names.length === 0 ? [] : [{ kind, what, expected: 'not in the contract', described: names.join(', ') }]
  return [...known, ...more]
}

/** A field may be named if it is told when it is there. */
function isNamed(name: string, { properties, rest }: FlatSchema): boolean {
  return [properties, ...[rest['then'], rest['else']].map((part) => Object(part)['properties'])].some((named) =>
    Object.hasOwn(Object(named), name),
  )
}

interface ComparedField {
  readonly contract: FlatSchema
  readonly described: FlatSchema
  readonly requirement: RequirementId
  readonly what: string
}

function isRuledOut({ rest }: FlatSchema): boolean {
  return rest['not'] !== undefined && Object.keys(Object(rest['not'])).length === 0
}

/** A description may omit a field that records may lawfully omit. */
function absent(name: string, { contract, described, requirement, what }: ComparedField): readonly Local[] {
  const other = spellings[name]
  if (!contract.required.has(name) || (other !== undefined && described.properties[other])) return []
  return [{ kind: 'less', requirement, what, expected: 'present', described: 'missing' }]
}

function optional(name: string, { contract, described, requirement, what }: ComparedField): readonly Local[] {
  if (!contract.required.has(name) || described.required.has(name)) return []
  return [{ kind: 'less', requirement, what, expected: 'required', described: 'optional' }]
}

function compareField({ path, isOpen, ...compared }: ComparedField & Where): readonly Local[] {
  const { contract, described, requirement, what } = compared
  const differences: Local[] = []
  const foreign = described.types.filter(
    (type) => !contract.types.includes(type) && !(type === 'integer' && contract.types.includes('number')),
  )
  const isTyped =
    described.types.length > 0 || described.enum !== undefined || Object.keys(described.properties).length > 0
  const said = { expected: typesText(contract), described: typesText(described) }
  if (contract.types.length > 0 && (foreign.length > 0 || !isTyped))
    differences.push({ kind: isTyped ? 'other' : 'less', requirement, what: `${what}: type`, ...said })
  if (described.nullable && !contract.nullable && contract.types.length > 0) {
    const breaks = requirementIn(contract, 'x-null-breaks') ?? requirement
    differences.push({
      kind: 'other',
      requirement: breaks,
      what: `${what}: null`,
      expected: 'never',
      described: 'allowed',
    })
  }
  differences.push(...compareEnumeration(compared))
  return [...differences, ...compareInner({ ...compared, path, isOpen })]
}

function compareEnumeration({ contract, described, requirement, what }: ComparedField): readonly Local[] {
  const [wanted, given] = [contract.enum, described.enum]
  if (wanted === undefined) return []
  const values = { what: `${what}: values`, expected: listed(wanted) }
  if (given === undefined) return [{ kind: 'less', requirement, ...values, described: 'any' }]
  const isSame = given.length === wanted.length && given.every((value) => wanted.includes(value))
  return isSame ? [] : [{ kind: 'other', requirement, ...values, described: listed(given) }]
}

/** Objects in the record, and the entries of its lists. */
function compareInner({ contract, described, requirement, path, isOpen }: ComparedField & Where): readonly Local[] {
  if (path.split('.').length > deepest) return []
  const [ours, theirs] = [contract.items, described.items].map((items) => items && flatSchema(items, unionOf))
  const inLists =
    ours && theirs
      ? compareRecord(ours, theirs, { requirement, path: path === 'items' ? '' : `${path}[].`, isOpen })
      : []
  if (Object.keys(contract.properties).length === 0 || Object.keys(described.properties).length === 0) return inLists
  return [...inLists, ...compareRecord(contract, described, { requirement, path: `${path}.`, isOpen })]
}
