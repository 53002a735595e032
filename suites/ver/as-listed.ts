import { entriesOf, fieldOf, sameId, sameRecord, sameTime, type Claim } from '#suite'
import { versionedList, type PublishedStory, type Sources } from '../subjects/published-story.ts'
import { movedByReads } from './as-published.ts'
import type { ReadById } from './reads-by-id.ts'

/** Claims that a property by id shows what the list of the version shows. */
export async function showsWhatIsListed(sources: Sources, story: PublishedStory, byId: ReadById): Promise<Claim> {
  return sameRecord('what the record and the entry both show', {
    kind: 'property',
    expected: byId.entry,
    received: byId.answer.json,
    shows: 'partial',
    except: await fieldsMoved(sources, story, byId),
  })
}

/**
 * The fields that are not compared between a property by id and its entry in the list of the version: a time that differs between
 * them, and moves when both are read again. That reads move it is the concern of GEN-04.
 */
async function fieldsMoved(
  sources: Sources,
  story: PublishedStory,
  { version, entry, answer, readAgain }: ReadById,
): Promise<readonly string[]> {
  if (isSameTime(entry, answer.json)) return []
  const list = await versionedList(sources, { story, version })
  const listed = entriesOf(list).find(({ id }) => sameId(id, entry['id']))
  const read = await readAgain()
  return isSameTime(entry, listed) && isSameTime(answer.json, read.json) ? [] : movedByReads
}

function isSameTime(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((json) => fieldOf({ json }, 'updatedAt'))
  return sameTime(first, second)
}
