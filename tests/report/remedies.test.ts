import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { Configuration } from '../../lib/config/configuration.ts'
import { judgeTarget, type JudgeTargetOptions } from '../../proof/judge/judge-target.ts'
import { createControls, type Controls } from '../../reference/controls.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'

const checks = await collectChecks()
/** One check of so many requirements with a remedy shows whether it enables any. */
const requirementsTried = 10

type Setting = Pick<JudgeTargetOptions, 'mode' | 'controls' | 'targetFile'> & {
  readonly keys?: Partial<Reference['keys']>
}

const writes = { mode: 'read-write' } as const

const controlsOf: Readonly<Record<string, readonly (keyof Controls)[]>> = {
  'control:create-key': ['createApiKey'],
  'control:revoke-key': ['createApiKey', 'revokeApiKey'],
  'control:publish-version': ['publishVersion'],
  'control:set-ai-usage': ['setAiUsage'],
  'control:set-part-number-rule': ['setPartNumberRule'],
  'control:soft-delete-property': ['softDeleteProperty'],
  'control:set-rate-limit': ['setRateLimit'],
  'small-limit': ['setRateLimit'],
  'control:create-generated-document': ['createGeneratedDocument'],
}

const keyOf: Readonly<Record<string, keyof Reference['keys']>> = {
  'second-key': 'otherOrganization',
  'same-org-key': 'sameOrganization',
  'revoked-key': 'revoked',
}

const fixtureOf: Readonly<Record<string, keyof Reference['fixtures']>> = {
  'fixture:foreign-ids': 'foreign',
  'fixture:soft-deleted-property': 'softDeletedPropertyId',
  'fixture:part-number-rule': 'partNumberRule',
  'fixture:published-product': 'publishedProduct',
  'fixture:generated-document': 'generatedDocumentFileId',
}

/** What somebody changes who follows the remedy of a need. */
async function following(need: string, { keys, fixtures, maxUploadBytes, controlUrl }: Reference): Promise<Setting> {
  const controls = controlsOf[need]
  if (controls) return { ...writes, controls: only(createControls(controlUrl), controls) }
  const key = keyOf[need]
  if (key) return { keys: only(keys, [key]) }
  const fixture = need.startsWith('fixture:properties.') ? 'properties' : fixtureOf[need]
  if (fixture) return { targetFile: { fixtures: only(fixtures, [fixture]) } }
  if (need === 'write' || need === 'trace') return writes
  if (need === 'max-upload-bytes') return { targetFile: { limits: { maxUploadBytes } } }
  if (need === 'ai-usage') return { targetFile: { aiUsage: await createControls(controlUrl).getAiUsage() } }
  throw new Error(`this test cannot follow the remedy of the need ${need}`)
}

function only<Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): Partial<Whole> {
  const part: Partial<Whole> = {}
  for (const name of names) part[name] = whole[name]
  return part
}

/** Each choice that meets all needs of an obstacle: alternatives are joined by `|`, and needs by a space. */
function choicesOf(needs: string): readonly (readonly string[])[] {
  const all = needs.split(' ').map((need) => need.split('|'))
  const most = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: most }, (_, place) =>
    all.map((alternatives) => alternatives[place] ?? alternatives[0] ?? ''),
  )
}

test.each(['read-only', 'read-write'] as const)('each remedy of a %s run enables what was untested', async (mode) => {
  const reference = await startReference({ seed: 'crowded' })
  try {
    const judged = (setting: Setting, titles?: ReadonlySet<string>) =>
      judgeTarget({
        baseUrl: reference.baseUrl,
        checks: titles ? checks.filter(({ title }) => titles.has(title)) : checks,
        writesScripts: false,
        ...setting,
        keys: { own: reference.keys.own, ...setting.keys },
      })
    const { untested } = await judged({ mode })
    const remedies = untested.filter(({ remedy }) => remedy !== undefined)
    const useless: string[] = []
    for (const [group, alike] of Map.groupBy(remedies, ({ needs = '', remedy }) => `${needs}\n${remedy}`))
      for (const choice of choicesOf(group.split('\n')[0] ?? '')) {
        const ofEach = new Map(alike.map(({ requirement, check }) => [requirement, check]))
        const titles = new Set([...ofEach.values()].slice(0, requirementsTried))
        const settings = await Promise.all(choice.map((need) => following(need, reference)))
        const { evaluations } = await judged(together(mode, settings), titles)
        if (!evaluations.some((one) => isEnabled(one, alike))) useless.push(`${choice.join(' ')}: ${alike[0]?.remedy}`)
      }
    expect(useless).toEqual([])
    expect(remedies.length).toBeGreaterThan(100)
  } finally {
    await reference.close()
  }
})

function together(mode: Configuration['mode'], settings: readonly Setting[]): Setting {
  return {
    mode: settings.some((setting) => setting.mode) ? 'read-write' : mode,
    keys: Object.assign({}, ...settings.map(({ keys }) => keys)),
    controls: Object.assign({}, ...settings.map(({ controls }) => controls)),
    targetFile: Object.assign({}, ...settings.map(({ targetFile }) => targetFile)),
  }
}

interface Case {
  readonly requirement: string
  readonly check: string
}

function isEnabled({ requirement, check }: Case, before: readonly Case[]): boolean {
  return before.some((one) => one.requirement === requirement && one.check === check)
}
