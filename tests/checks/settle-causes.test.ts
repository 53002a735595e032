import { describe, expect, test } from 'vitest'
import type { AnswerMet, Finding, Symptom } from '../../lib/checks/finding.ts'
import { type RequirementId, requirements } from '../../lib/contract/requirement.ts'
import { settleCauses } from '../../lib/checks/settle-causes.ts'
import { finding, record } from '../report/prepared.ts'

const plain: Symptom = { way: 'claim', met: [], refusals: [] }

const of = (symptom: Partial<Symptom> | undefined) => symptom && { ...plain, ...symptom }

/** Which requirements are violated where each is found with a symptom. */
function violated(symptoms: Partial<Record<RequirementId, Symptom | undefined>>): readonly string[] {
  const findings = [...requirements.keys()].flatMap((requirement): readonly Finding[] => {
    if (!(requirement in symptoms)) return []
    const symptom = symptoms[requirement]
    return [finding({ requirement, check: `a check of ${requirement}`, ...(symptom && { symptom }) })]
  })
  return settleCauses(record({ findings }))
    .findings.map(({ requirement }) => requirement)
    .toSorted()
}

describe('a violation explains one of a requirement that builds on its own', () => {
  test.for<[string, Partial<Symptom> | undefined, Partial<Symptom> | undefined, readonly string[]]>([
    ['where nothing is known of how they show', undefined, undefined, ['PN-04']],
    ['where neither is a refusal, nor about some fields', {}, {}, ['PN-04']],
    [
      'where it is a refusal that the other has met',
      { refusal: 500, refusals: [500] },
      { refusals: [404, 500] },
      ['PN-04'],
    ],
    [
      'but not where the other has met no such refusal',
      { refusal: 500, refusals: [500] },
      { refusals: [404] },
      ['PN-04', 'PN-22'],
    ],
    ['where a field of it is one of the other', { fields: ['name', 'value'] }, { fields: ['value'] }, ['PN-04']],
    ['but not where it is about other fields', { fields: ['references'] }, { fields: ['value'] }, ['PN-04', 'PN-22']],
    [
      'but not where it is about a property of another type',
      { fields: ['value'], type: 'numeric' },
      { fields: ['value'], type: 'formula' },
      ['PN-04', 'PN-22'],
    ],
    ['where the other is about whole records', { fields: ['references'] }, {}, ['PN-04']],
    [
      'but not where the other is about a request that was accepted against the rule',
      { fields: ['references'] },
      { isOfStatus: true, answer: { endpoint: 'getProperty', status: 200 } },
      ['PN-04', 'PN-22'],
    ],
    ['where it is about pages of the same list', { pagesOf: 'listItems' }, { pagesOf: 'listItems' }, ['PN-04']],
    [
      'but not where it is about pages of another list',
      { pagesOf: 'listItems' },
      { pagesOf: 'listProducts' },
      ['PN-04', 'PN-22'],
    ],
    [
      'where it is about bytes of an endpoint that the other has asked',
      { answer: { endpoint: 'downloadFile', status: 200 } },
      { answer: { endpoint: 'getItem', status: 200 }, met: [{ endpoint: 'downloadFile', status: 200 }] },
      ['PN-04'],
    ],
    [
      'but not where the other has not asked it',
      { answer: { endpoint: 'downloadFile', status: 200 }, met: [{ endpoint: 'getItem', status: 200 }] },
      { answer: { endpoint: 'getItem', status: 200 } },
      ['PN-04', 'PN-22'],
    ],
    [
      'but not where it is about entries of a list that the other has not read',
      { answer: { endpoint: 'listProducts', status: 200 }, list: 'listProducts' },
      { answer: { endpoint: 'getProduct', status: 200 }, isOfStatus: true },
      ['PN-04', 'PN-22'],
    ],
    [
      'but not where it is about pages, and the other about late reads by id',
      { pagesOf: 'listItems' },
      { stale: 'getItem' },
      ['PN-04', 'PN-22'],
    ],
    [
      'but not where it is about the order of a list that the other has read in one page',
      { pagesOf: 'listItems', isOfOrder: true },
      { list: 'listItems', whole: ['listItems'] },
      ['PN-04', 'PN-22'],
    ],
    [
      'where it is about the order of a list that the other has read in parts',
      { pagesOf: 'listItems', isOfOrder: true },
      { list: 'listItems' },
      ['PN-04'],
    ],
  ])('%s', ([, cause, found, expected]) => {
    expect(violated({ 'PN-04': of(cause), 'PN-22': of(found) })).toEqual(expected)
  })
})

test('wrong offsets explain what was read with an offset, and nothing of first pages', () => {
  const pages = of({ pagesOf: 'listProducts', list: 'listProducts', hasOffset: true })
  const listed = of({ list: 'listProducts' })
  expect(violated({ 'PAGE-15': pages, 'PROD-20': of({ ...listed, hasOffset: true }) })).toEqual(['PAGE-15'])
  expect(violated({ 'PAGE-15': pages, 'PROD-20': listed })).toEqual(['PAGE-15', 'PROD-20'])
})

describe('without such an edge a plainer violation explains another', () => {
  const missing: AnswerMet = { endpoint: 'getItem', status: 404 }
  const created: AnswerMet = { endpoint: 'createItem', status: 201 }
  const listed: AnswerMet = { endpoint: 'listProperties', status: 200 }
  const wrongStatus: Symptom = { ...plain, answer: missing, met: [created, missing], isOfStatus: true }

  test('where the other has met the same wrong answer on its way', () => {
    const onItsWay: Symptom = { ...plain, answer: listed, met: [created, missing, listed] }
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': onItsWay })).toEqual(['ITEM-05'])
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': { ...onItsWay, met: [created, listed] } })).toHaveLength(2)
  })

  test('but not where the other judges fields that a success of that endpoint returns', () => {
    const ofItsSuccess: Symptom = {
      ...plain,
      answer: { endpoint: 'getItem', status: 200 },
      fields: ['name'],
      met: [created, missing, listed],
    }
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': ofItsSuccess })).toHaveLength(2)
  })

  test('but not where both judge that answer, or what it refused was wrong on purpose', () => {
    const judged: Symptom = { ...wrongStatus, met: [created, missing, listed] }
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': judged })).toHaveLength(2)
    expect(
      violated({ 'ITEM-05': { ...wrongStatus, isBroken: true }, 'VER-01': { ...judged, answer: listed } }),
    ).toHaveLength(2)
  })

  test('but not where that answer is a 429: the check has exhausted the limit', () => {
    const limited: AnswerMet = { endpoint: 'listWorkspaces', status: 429 }
    const cause: Symptom = { ...wrongStatus, answer: limited, met: [limited] }
    const found: Symptom = { ...plain, answer: listed, met: [limited, listed] }
    expect(violated({ 'RATE-07': cause, 'RATE-09': found })).toHaveLength(2)
  })

  test('but not where that endpoint answered another request, or accepted one that it should reject', () => {
    const answered: AnswerMet = { endpoint: 'getItem', status: 200 }
    const recovered: Symptom = { ...plain, answer: listed, met: [created, missing, answered, listed] }
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': recovered })).toHaveLength(2)
    const accepted: Symptom = { ...plain, answer: answered, isOfStatus: true, met: [created, missing, listed] }
    expect(violated({ 'ITEM-05': wrongStatus, 'VER-01': accepted })).toHaveLength(2)
  })

  test('where two of them together show each field as wrong that the other does', () => {
    const field = (name: string): Symptom => ({ ...plain, way: 'any answer', resource: 'item', fields: [name] })
    const both: Symptom = { ...plain, resource: 'item', fields: ['name', 'value'] }
    expect(violated({ 'ITEM-01': field('name'), 'ITEM-02': field('value'), 'ITEM-06': both })).toHaveLength(2)
    expect(violated({ 'ITEM-01': field('name'), 'ITEM-06': both })).toHaveLength(2)
  })

  test('where a race or a model run comes to the answer that a plain request got', () => {
    const race: Symptom = { ...wrongStatus, way: 'race' }
    expect(violated({ 'PN-01': wrongStatus, 'PN-18': race })).toEqual(['PN-01'])
    expect(
      violated({ 'PN-01': wrongStatus, 'PN-18': { ...race, answer: listed, met: [created, listed] } }),
    ).toHaveLength(2)
    expect(violated({ 'PN-01': { ...wrongStatus, isBroken: true }, 'PN-18': race })).toHaveLength(2)
  })

  test('where records of a list have no id, but not where the status of that list is wrong', () => {
    const noId: Symptom = { ...plain, way: 'any answer', resource: 'file', fields: ['id'], list: 'listFiles' }
    const ofList: Symptom = { ...plain, resource: 'file', list: 'listFiles' }
    expect(violated({ 'FILE-01': noId, 'FILE-13': ofList })).toEqual(['FILE-01'])
    expect(violated({ 'FILE-01': noId, 'PAGE-08': { ...ofList, isOfStatus: true } })).toHaveLength(2)
    const met = [{ endpoint: 'listFiles', status: 200 }] as const
    const uploaded: Symptom = { ...plain, resource: 'file', answer: { endpoint: 'uploadFile', status: 201 }, met }
    expect(violated({ 'FILE-01': noId, 'UP-14': uploaded })).toHaveLength(2)
  })

  const ofValue: Symptom = {
    ...plain,
    way: 'any answer',
    answer: listed,
    met: [listed],
    resource: 'property',
    type: 'date',
    fields: ['value'],
    list: 'listProperties',
  }

  test.for<[string, Partial<Symptom>, number]>([
    ['where the other reads the same field', {}, 1],
    ['but not where it has not asked the endpoint of each answer that shows it', { answer: missing, met: [] }, 2],
    ['but not where the other shows another field as wrong, too', { fields: ['unit', 'value'] }, 2],
    ['but not of a property of another type', { type: 'text' }, 2],
    ['but not where it reads another field', { fields: ['name'] }, 2],
    ['but not where it reads another kind of record', { resource: 'item' }, 2],
    ['but not where it came to the field in as plain a way', { way: 'any answer' }, 2],
    ['but not where the other is about a request that was wrong on purpose', { isBroken: true }, 2],
  ])('%s', ([, difference, standing]) => {
    const found: Symptom = { ...ofValue, way: 'claim', ...difference }
    expect(violated({ 'PROP-17': ofValue, 'VER-13': found })).toHaveLength(standing)
  })

  test('but not where entries of a list are wrong, and the other reads a single record', () => {
    const { list: _, ...single } = ofValue
    expect(violated({ 'PROP-17': ofValue, 'VER-13': { ...single, way: 'claim' } })).toHaveLength(2)
  })

  test('but not where one of them is about whole records', () => {
    const whole: Symptom = { ...plain, way: 'any answer', resource: 'property', type: 'date' }
    expect(violated({ 'PROP-17': ofValue, 'VER-13': { ...whole, way: 'claim' } })).toHaveLength(2)
    expect(violated({ 'PROP-17': whole, 'VER-13': { ...ofValue, way: 'claim' } })).toHaveLength(2)
  })
})

describe('a read by id that returned another record explains a violation of a requirement that builds on its own', () => {
  const answer: AnswerMet = { endpoint: 'getProperty', status: 200 }
  const ofId: Symptom = {
    ...plain,
    way: 'comparison',
    answer,
    resource: 'property',
    type: 'date',
    fields: ['id', 'value'],
  }

  test.for<[string, Partial<Finding>, Partial<Symptom>, readonly string[]]>([
    ['whichever field of it is wrong', { kind: 'record' }, { fields: ['draft_property_id'] }, ['VER-13']],
    ['whatever the type of the property', { kind: 'record' }, { type: 'text', fields: ['value'] }, ['VER-13']],
    ['also where it should have been rejected', { kind: 'record' }, { isOfStatus: true }, ['VER-13']],
    [
      'but not where no such read was made',
      { kind: 'record' },
      { answer: { endpoint: 'getItem', status: 200 } },
      ['VER-06', 'VER-13'],
    ],
    ['but not where its id alone is judged', { kind: 'type' }, { fields: ['value_of'] }, ['VER-06', 'VER-13']],
  ])('%s', ([, cause, difference, standing]) => {
    const symptom: Symptom = { ...plain, answer, resource: 'property', type: 'date', ...difference }
    const findings = [
      finding({ requirement: 'VER-13', symptom: ofId, ...cause }),
      finding({ requirement: 'VER-06', symptom }),
    ]
    const kept = settleCauses(record({ findings })).findings.map(({ requirement }) => requirement)
    expect(kept.toSorted()).toEqual(standing)
  })
})

test('no two requirements build on each other', () => {
  const circle = [...requirements.values()].flatMap(({ id, buildsOn = [] }) =>
    buildsOn.filter((base) => requirements.get(base)?.buildsOn?.includes(id)).map((base) => `${id} and ${base}`),
  )
  expect(circle).toEqual([])
})

describe('reads that lag behind writes', () => {
  const stale: Symptom = { ...plain, stale: 'getProduct' }

  test('explain what is told of such a read, whatever it is', () => {
    expect(violated({ 'GEN-06': stale, 'PN-02': stale })).toEqual(['GEN-06'])
  })

  test('and nothing that is told of other reads, or of one that shows the write', () => {
    expect(violated({ 'GEN-06': { ...plain, stale: 'getItem' }, 'PN-02': stale })).toEqual(['GEN-06', 'PN-02'])
    expect(violated({ 'GEN-06': stale, 'PN-02': plain })).toEqual(['GEN-06', 'PN-02'])
  })
})

describe('entries too many', () => {
  const symptom: Symptom = { ...plain, list: 'listProducts', whole: ['listProducts'] }
  const extra = finding({ requirement: 'PROD-40', kind: 'entries', symptom, failure: entriesFailure({ found: ['a'] }) })
  const lacking = (received: object, whole: Symptom['whole'] = ['listProducts']): Finding =>
    finding({
      requirement: 'PROD-59',
      kind: 'entries',
      symptom: { ...symptom, whole },
      failure: entriesFailure(received),
    })

  test.for<[string, Finding, number]>([
    ['explain further entries too many', lacking({ missing: [], others: ['b'] }), 1],
    ['do not explain a missing entry', lacking({ missing: ['c'], others: ['b'] }), 2],
    ['explain a missing entry of a full page', lacking({ missing: ['c'] }, []), 1],
  ])('%s', ([, found, standing]) => {
    expect(settleCauses(record({ findings: [extra, found] })).findings).toHaveLength(standing)
  })
})

function entriesFailure(received: object): NonNullable<Finding['failure']> {
  return { expected: { listed: 1 }, received: { ...received, among: 2 } }
}

test('what a rejected request changed explains nothing that was read without a rejection', () => {
  const changed: Symptom = { ...plain, resource: 'item', fields: ['description'], refusals: [409] }
  expect(violated({ 'ERR-20': changed, 'ITEM-06': { ...changed, way: 'race' } })).toEqual(['ERR-20'])
  expect(violated({ 'ERR-20': changed, 'ITEM-06': { ...changed, way: 'race', refusals: [] } })).toHaveLength(2)
})

describe('what blocked a check', () => {
  const blocked = {
    requirement: 'PROD-30',
    check: 'a list',
    reason: 'blocked',
    blockedBy: ['PN-22'],
    cause: '404',
  } as const
  const found = { requirement: 'PN-22', check: 'a creation' } as const
  const held = { requirement: 'PN-22', check: 'an update', count: 1 } as const

  test.for<[string, Parameters<typeof record>[0], readonly RequirementId[] | undefined]>([
    ['names the rule that its set-up needs', {}, ['PN-22']],
    ['names it where it is violated', { findings: [finding(found)], evaluations: [held] }, ['PN-22']],
    ['names nothing that holds', { evaluations: [held] }, undefined],
    [
      'names the cause where it is a consequence',
      { findings: [finding(found), finding({ ...found, requirement: 'PN-04' })], evaluations: [held] },
      ['PN-04'],
    ],
  ])('%s', ([, seen, names]) => {
    const [first] = settleCauses(record({ ...seen, untested: [blocked] })).untested
    expect(first).toMatchObject({ check: 'a list', reason: 'blocked', cause: '404' })
    expect(first?.blockedBy).toEqual(names)
  })
})
