import { entriesOf, sameId, sameRecord, type Claim } from '#suite'
import { type PublishedStory, type Sources } from '../subjects/published-story.ts'
import { versionedList } from '../subjects/versioned-list.ts'
import { fieldsThatReadsMove } from './fields-that-reads-move.ts'
import type { ReadById } from './reads-by-id.ts'

/** Claims that a property by id shows what the list of the version shows. */
export async function showsWhatIsListed(
  sources: Sources,
  story: PublishedStory,
  { version, entry, answer, readAgain }: ReadById,
): Promise<Claim> {
  const listAgain = async (): Promise<unknown> =>
    entriesOf(await versionedList(sources, { story, version })).find(({ id }) => sameId(id, entry['id']))
  return sameRecord('what the record and the entry both show', {
    kind: 'property',
    expected: entry,
    received: answer.json,
    shows: 'partial',
    except: await fieldsThatReadsMove([
      { shown: entry, readAgain: listAgain },
      { shown: answer.json, readAgain: async () => (await readAgain()).json },
    ]),
  })
}
