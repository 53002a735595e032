import { assume, each, entryOf, inTurn, sameId, scenario, asText, succeeded, type Sources } from '#suite'
import type { VersionHistory } from '../shared/version-history.ts'
import { versionedList } from '../shared/versioned-list.ts'
import { isMarkedDeleted } from '../shared/is-marked-deleted.ts'
import { fieldsThatReadsMove } from './fields-that-reads-move.ts'
import { cachedVersionList, publishedSubjects } from './published-subjects.ts'
import { readsById, type ReadById } from './reads-by-id.ts'

// `historyOf` gives a product with versions. `cachedVersionList` sends GET /properties?item_id&version, `readsById` sends GET
// /properties/{id}?version for entries of these lists, by the id in the version or that of the draft; each once per session.

for (const { whose, needs, historyOf, entriesRead } of publishedSubjects)
  scenario(
    `a published property of ${whose} is the same by id and in the list of its version`,
    { verifies: ['VER-13', 'VER-16'], needs },
    async (context) => {
      const { observe, verify } = context
      const history = await historyOf(context)
      const reads = await readsById(context, history, entriesRead)
      await each(reads, async (byId) => {
        const { entry, idOf, answer, hinted } = byId
        observe('VER-16', `the ${idOf}'s id of a property by id with a version`, answer.status)
        // Which of the two ids is accepted is open.
        const isFound = reads.some((read) => read.entry === entry && succeeded(read.answer))
        verify('VER-13', answer).isAccepted(undefined, { where: !isFound })
        assume(succeeded(answer))
        const except = await fieldsMovedByReads(context, history, byId)
        verify('VER-13', answer).agreesWith(entry, { kind: 'property', shows: 'partial', except })
        verify('VER-13', hinted).hasStatus(200, {
          hint: 'wrong version: the type hint seems to be compared with the draft',
        })
      })
    },
  )

/** The fields that reading a property by id or in the list of the version changes. */
function fieldsMovedByReads(
  sources: Sources,
  history: VersionHistory,
  { version, entry, answer, readAgain }: ReadById,
): Promise<readonly string[]> {
  const listAgain = async () => entryOf(await versionedList(sources, { history, version }), asText(entry['id']))
  return fieldsThatReadsMove([
    { shown: entry, readAgain: listAgain },
    { shown: answer.json, readAgain: async () => (await readAgain()).json },
  ])
}

for (const { whose, needs, historyOf } of publishedSubjects)
  scenario(
    `the id that a property of ${whose} has in one version does not find it in another version`,
    { verifies: ['VER-13'], needs },
    async (context) => {
      const { given, verify } = context
      const history = await historyOf(context)
      const [former, later] = history.versions
      assume(former !== undefined && later !== undefined, 'the product had fewer than two versions')
      const { entries: formerEntries } = await cachedVersionList(context, history, { version: former })
      const { entries: laterEntries } = await cachedVersionList(context, history, { version: later })
      await each(formerEntries.slice(0, propertiesAskedElsewhere), async ({ id, draft_property_id: draftId }) => {
        assume(typeof draftId === 'string')
        const answer = await given.read('property', asText(id), { query: { version: later } })
        // lawful: the property as it is in the later version, marked as deleted if it was deleted by then, or a rejection
        const inLater = laterEntries.find((entry) => sameId(entry['draft_property_id'], draftId))
        const isInLater = inLater !== undefined
        const hint = 'ignored version: the id seems to be looked up in all versions'
        verify('VER-13', answer).isRejected({ where: !isInLater && !isMarkedDeleted(answer), hint })
        const claim = { kind: 'property', mayRefuse: true, where: isInLater, hint } as const
        verify('VER-13', answer).agreesWith(inLater, { ...claim, only: ['name', 'type', 'draft_property_id'] })
        // lawful: a result that is computed a little later
        const isStored = isInLater && inLater['type'] !== 'formula'
        verify('VER-13', answer).agreesWith(inLater, { ...claim, only: ['value'], where: isStored })
      })
    },
  )

/** Some of those that a version has differ in the next one. */
const propertiesAskedElsewhere = 6

scenario(
  'a property created after a version is not returned for that version',
  { verifies: ['VER-13'], needs: ['control:publish-version', 'write'] },
  async ({ api, given, verify }) => {
    const { item } = await given.property('text')
    const { version } = await given.publish(item)
    const { id } = await given.property('text', { item })
    const answers = await inTurn([{ version }, { version, type: 'text' }], (query) =>
      api.send('getProperty', { path: { property_id: id }, query }),
    )
    const hint = 'fallback: a property that is not in the version seems to be looked up in the draft'
    verify('VER-13', answers).hasStatus({ except: [200] }, { hint })
  },
)
