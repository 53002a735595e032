import type { Given } from '#suite'
import type { View } from './view.ts'

/** The read of something by the id that it gets when it is made; before, of an id that nothing has. */
export function readById(kind: 'product' | 'item' | 'property', made: () => unknown, given: Given): View {
  return {
    read: async () => {
      const id = made()
      return given.read(kind, typeof id === 'string' ? id : given.unknownId())
    },
    shows: ({ status }) => status === 200,
  }
}
