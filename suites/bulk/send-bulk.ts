import { assume, keyOf, succeeded, type Exchange, type Given, type Entry } from '#suite'
import { isJob } from '../shared/is-job.ts'
import { withEntries, type BulkSubject } from '../shared/bulk-subject.ts'

interface Bulk {
  readonly subject: BulkSubject
  readonly before: readonly Entry[]
  readonly sent: readonly unknown[]
  readonly wanted: number
  readonly answer: Exchange
}

interface Sending extends Pick<Bulk, 'subject' | 'sent'> {
  /** Of a valid bulk: `sent` takes the place of its entries. */
  readonly body: unknown
  /** How many of them are to be created, if not all. */
  readonly wanted?: number
  /** What was there, if that is known without a look. */
  readonly before?: readonly Entry[]
  readonly broken?: string
}

export interface SentBulk {
  readonly answer: Exchange
  /** The new records, as the list shows them. */
  readonly made: () => Promise<readonly Entry[]>
}

/** POST of a bulk with these entries. */
export async function sendBulk(
  given: Pick<Given, 'eventually'>,
  { body, broken, ...sending }: Sending,
): Promise<SentBulk> {
  const { subject, sent, wanted = sent.length } = sending
  const before = sending.before ?? (await subject.listed())
  const answer = await subject.send(withEntries(body, sent), broken)
  return { answer, made: () => newEntries(given, { subject, before, sent, wanted, answer }) }
}

/** What is there that was not. lawful: whatever success is answered, a job may carry a bulk out a little later. */
async function newEntries(
  { eventually }: Pick<Given, 'eventually'>,
  { subject, before, sent, wanted, answer }: Bulk,
): Promise<readonly Entry[]> {
  const known = new Set(before.map(keyOf))
  const seen = new Map<string, Entry>()
  // A list of the whole organization is paginated while others delete from it: what was passed over is there the next time.
  const look = async (): Promise<number> => {
    const fresh = (await subject.listed()).filter((entry) => !known.has(keyOf(entry)))
    for (const entry of await subject.ours(fresh, sent)) seen.set(keyOf(entry), entry)
    return seen.size
  }
  await eventually(look, (found) => found >= wanted || !succeeded(answer))
  // Where the answer shows nothing of what was sent, the body may have been learned wrongly: a job would say so elsewhere.
  assume(seen.size > 0 || !isJob(answer.json), `the job of a bulk of ${subject.what} created nothing`)
  const made = [...seen.values()]
  return made.length > wanted ? withoutTemplate(eventually, { subject, made, sent, wanted }) : made
}

interface Surplus extends Pick<Bulk, 'subject' | 'sent' | 'wanted'> {
  readonly made: readonly Entry[]
}

/**
 * What was made, without what comes by itself into every new place like it.
 * lawful: a template that is filled in shortly after the place was made
 */
async function withoutTemplate(
  eventually: Given['eventually'],
  { subject, made, sent, wanted }: Surplus,
): Promise<readonly Entry[]> {
  const named = subject.named(made, sent)
  if (named.length === made.length) return made
  const place = await subject.another()
  const surplus = made.length - wanted
  const template = await eventually(
    async () => place.ours(await place.listed(), []),
    (found) => found.length >= surplus,
  )
  if (template.length < surplus) return made
  assume(named.length > 0, `the target filled a new place with ${subject.what} that look like those of the bulk`)
  return named
}
