import { expect, test } from 'vitest'
import { createPassiveChecks } from '../../lib/service/checks/create-passive-checks.ts'
import { isRequirementId, requirements, type RequirementId } from '../../lib/contract/requirement.ts'
import { faults } from '../../proof/faults/catalogue.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { withoutCheck, withoutFault } from './exceptions.ts'

const judged = [...requirements.values()].filter(({ kind }) => kind !== 'open').map(({ id }) => id)

test('every requirement has a check, but for those excepted with a reason', async () => {
  const active = (await collectChecks()).flatMap(({ verifies }) => verifies)
  const passive = createPassiveChecks().flatMap((check) => check.requirements)
  const checked = new Set<RequirementId>([...active, ...passive])
  const missing = [...requirements.keys()].filter((id) => !checked.has(id))
  expect(missing).toEqual(Object.keys(withoutCheck))
})

test('every documented or implied requirement has a fault, but for those excepted with a reason', () => {
  const broken = new Set(Object.values(faults).flatMap(({ breaks }) => breaks))
  expect(judged.filter((id) => !broken.has(id))).toEqual(Object.keys(withoutFault))
})

test('a fault breaks requirements that exist and can be violated', () => {
  const broken = Object.values(faults).flatMap(({ breaks }) => breaks)
  expect(broken.filter((id) => !isRequirementId(id) || requirements.get(id)?.kind === 'open')).toEqual([])
})

test('no two checks have the same title', async () => {
  const titles = (await collectChecks()).map(({ title }) => title)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})
