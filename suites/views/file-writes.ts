import type { PropertyType, Exchange, Fields, Identity, MadeFile, Sources } from '#suite'

export type FilePlace = 'item' | PropertyType

/** One thing that happens to a file that is there, or around it. */
export interface FileWrite {
  /** As in: `after ${name}`. */
  readonly name: string
  /** Which of two users of the organization sends it. */
  readonly actor: Identity
  readonly target: FilePlace
  /** The requirement that a rejection breaks. */
  readonly by: 'FILE-14' | 'FILE-15' | 'FILE-16' | 'FILE-17' | 'FILE-09' | 'UP-01'
  /** Whether the contract leaves it open to refuse it. */
  readonly mayBeRefused?: true
  /** Documented fields that it may change. */
  readonly changes: readonly string[]
  /** What it needs beside a key that may write. */
  readonly needs?: 'control:publish-version'
  /** What an update of the file sends; none if something else happens. */
  readonly body?: (given: Sources['given']) => Fields
  readonly send?: (sources: Sources, file: MadeFile, as: Identity) => Promise<Exchange | undefined>
}

/** Each field alone, both beside each other, none, and what is done around a file. */
export const fileWrites: readonly FileWrite[] = [
  {
    name: 'a new title',
    actor: 'own',
    target: 'item',
    by: 'FILE-14',
    changes: ['userTitle'],
    body: (given) => ({ userTitle: given.name() }),
  },
  {
    name: 'a new description',
    actor: 'same-organization',
    target: 'numeric',
    by: 'FILE-15',
    changes: ['description'],
    body: (given) => ({ description: given.name() }),
  },
  {
    name: 'a new title and description',
    actor: 'same-organization',
    target: 'item',
    by: 'FILE-14',
    changes: ['userTitle', 'description'],
    body: (given) => ({ userTitle: given.name(), description: given.name() }),
  },
  {
    name: 'two new titles and descriptions',
    actor: 'own',
    target: 'matrix',
    by: 'FILE-14',
    changes: ['userTitle', 'description'],
    send: async ({ api, given }, { id }, as) => {
      const send = () =>
        api.send('updateFile', {
          path: { file_id: id },
          json: { userTitle: given.name(), description: given.name() },
          as,
        })
      given.requireSuccess(await send(), 'FILE-14')
      return send()
    },
  },
  {
    name: 'a cleared description',
    actor: 'own',
    target: 'item',
    by: 'FILE-16',
    changes: ['description'],
    body: () => ({ description: '' }),
  },
  {
    name: 'a new title and empty description',
    actor: 'same-organization',
    target: 'date',
    by: 'FILE-16',
    changes: ['userTitle', 'description'],
    body: (given) => ({ userTitle: given.name(), description: '' }),
  },
  { name: 'an empty update', actor: 'own', target: 'item', by: 'FILE-17', changes: [], body: () => ({}) },
  {
    name: 'a cleared title',
    actor: 'same-organization',
    target: 'item',
    by: 'FILE-14',
    // lawful: a title that is rejected, gone, or the file's name again
    mayBeRefused: true,
    changes: ['userTitle'],
    body: () => ({ userTitle: '' }),
  },
  {
    name: 'an upload to the same target',
    actor: 'same-organization',
    target: 'item',
    by: 'UP-01',
    changes: [],
    send: async ({ given }, { targetId }, as) => (await given.file(targetId, { as })).exchange,
  },
  {
    name: 'the publication of the product',
    actor: 'own',
    target: 'item',
    by: 'FILE-09',
    // lawful: the version may link it, too
    changes: ['used_in'],
    needs: 'control:publish-version',
    send: async ({ given, session }) => {
      await session.controls.publishVersion((await given.fileItem()).product.id)
      return undefined
    },
  },
]
