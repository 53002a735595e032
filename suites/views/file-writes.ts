import type { CheckContext, Exchange, Fields, Identity, MadeFile, RequirementId } from '#suite'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** One thing that happens to a file that is there, or around it. */
export interface FileWrite {
  /** As in: `after ${name}`. */
  readonly name: string
  /** The requirement that a refusal breaks. */
  readonly by: RequirementId
  /** Documented fields that it may change. */
  readonly changes: readonly string[]
  /** What it needs beside a key that may write. */
  readonly needs?: 'control:publish-version'
  readonly send: (sources: Sources, file: MadeFile, as: Identity) => Promise<Exchange | undefined>
}

function update(write: Omit<FileWrite, 'send'>, body: (given: Sources['given']) => Fields): FileWrite {
  return {
    ...write,
    send: ({ api, given }, { id }, as) => api.send('updateFile', { path: { file_id: id }, json: body(given), as }),
  }
}

/** Each field alone, both beside each other, none, and what is done around a file. */
export const fileWrites: readonly FileWrite[] = [
  update({ name: 'a new title', by: 'FILE-14', changes: ['userTitle'] }, (given) => ({ userTitle: given.name() })),
  update({ name: 'a new description', by: 'FILE-15', changes: ['description'] }, (given) => ({
    description: given.name(),
  })),
  update({ name: 'a new title and description', by: 'FILE-14', changes: ['userTitle', 'description'] }, (given) => ({
    userTitle: given.name(),
    description: given.name(),
  })),
  update({ name: 'an emptied description', by: 'FILE-16', changes: ['description'] }, () => ({ description: '' })),
  update({ name: 'an update of nothing', by: 'FILE-17', changes: [] }, () => ({})),
  {
    name: 'an upload beside it',
    by: 'UP-01',
    changes: [],
    send: async ({ given }, { targetId }, as) => (await given.file(targetId, { as })).exchange,
  },
  {
    name: 'the publication of its product',
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
