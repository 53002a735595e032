import { asText, assume, each, entryOf, scenario } from '#suite'
import { presentBaseline, versionHistory } from '../shared/version-history.ts'
import { idsOfFirst, listsOfBaseline, notDeletedIn, propertyOfBaseline, rowsOf } from './as-of-baseline.ts'
import { publishedSubjects } from './published-subjects.ts'
import { type VersionHistory } from '../shared/history-of-versions.ts'

// `versionHistory` is a product with versions: one that the run changed and published, or an existing one. Its list is read with `version`.

scenario(
  'version=baseline shows the baseline version, and follows a change of it',
  {
    verifies: ['VER-03', 'VER-04'],
    needs: ['control:publish-version', 'write'],
  },
  async (context) => {
    const { given, verify } = context
    const history = await versionHistory(context)
    await each(choicesOf(history), async ([requirement, version, query]) => {
      const fields = { baseline_version_number: version }
      given.requireSuccess(await given.chooseBaseline(history.productId, version), 'PROD-48')
      given.requireShown(await given.readProduct(history.productId), { fields, by: 'PROD-48' })
      const list = await listsOfBaseline(context, { history, version, query })
      const about = {
        hint: `wrong version: the draft or another version may be shown instead of the baseline, version ${version}`,
        beside: [list.due],
      }
      verify(requirement, list.shown).hasRows({ expected: rowsOf(list.due), received: rowsOf(list.shown), ...about })
      await each(notDeletedIn(list.due), async (entry) => {
        const received = entryOf(list.shown, asText(entry['id']))
        verify(requirement, list.shown).agreesWith(entry, { kind: 'property', received, except: list.except, ...about })
      })
      await each(idsOfFirst(list.entries), async (id) => {
        const { due, shown, except } = await propertyOfBaseline(context, { history, version }, id)
        verify(requirement, shown).agreesWith(due.json, { kind: 'property', except, beside: [due] })
      })
    })
  },
)

/**
 * Versions to choose in turn as the baseline, with the rule that breaks if another one is shown, and what the list is asked with
 * beside.
 */
function choicesOf({ versions: [first = 1, second = 2] }: VersionHistory) {
  return [
    ['VER-03', first, { includeDeleted: 'true' }],
    ['VER-04', second, {}],
    ['VER-04', first, {}],
  ] as const
}

scenario(
  'version=baseline shows the version that the product names',
  { verifies: ['VER-03'], needs: ['fixture:published-product'] },
  async (context) => {
    const { given, verify } = context
    const { baseline } = await given.publishedProduct()
    const history = await publishedSubjects[1].historyOf(context)
    const version = await presentBaseline(context, history.productId, baseline)
    assume(version !== undefined && history.versions.includes(version), {
      reason: 'missing-fixture',
      needs: 'fixture:published-product',
      remedy: 'declare fixtures.publishedProduct.baseline in the target file',
    })
    const list = await listsOfBaseline(context, { history, version })
    const about = {
      hint: `wrong version: the draft or another version may be shown instead of the baseline, version ${version}`,
      beside: [list.due],
    }
    verify('VER-03', list.shown).hasRows({ expected: rowsOf(list.due), received: rowsOf(list.shown), ...about })
    await each(notDeletedIn(list.due), async (entry) => {
      const received = entryOf(list.shown, asText(entry['id']))
      verify('VER-03', list.shown).agreesWith(entry, { kind: 'property', received, except: list.except, ...about })
    })
    await each(idsOfFirst(list.entries), async (id) => {
      const { due, shown, except } = await propertyOfBaseline(context, { history, version }, id)
      verify('VER-03', shown).agreesWith(due.json, { kind: 'property', except, beside: [due] })
    })
  },
)
