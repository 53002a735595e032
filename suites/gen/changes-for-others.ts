import { fieldOf, type Exchange, type Sources } from '#suite'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'
import type { PreparedWrite } from './view.ts'

const as = 'same-organization'
const after = 'after'

function shows(field: string, text: string): (read: Exchange) => boolean {
  return (read) => fieldOf(read, field) === text
}

/** A change of one thing of each kind, and how another user of the organization sees it. */
export const changesForOthers: Readonly<Record<string, (sources: Sources) => Promise<PreparedWrite>>> = {
  'a product': async ({ given }) => {
    const { id } = await given.product({ description: 'described' })
    return {
      write: () => given.update(id, { description: after }),
      by: 'PROD-41',
      views: { 'a read': { read: () => given.read('product', id, { as }), shows: shows('description', after) } },
    }
  },
  'an item': async (sources) => {
    const { api, given } = sources
    const { id } = await given.item({ product: await sharedProduct(sources, 'reads with another key') })
    return {
      write: () => api.send('updateItem', { path: { item_id: id }, json: { description: after } }),
      by: 'ITEM-06',
      views: { 'a read': { read: () => given.read('item', id, { as }), shows: shows('description', after) } },
    }
  },
  'a property': async (sources) => {
    const { api, given } = sources
    const { id } = await given.property('text', { item: await sharedItem(sources, 'reads with another key') })
    const name = given.name()
    return {
      write: () => api.send('updateProperty', { path: { property_id: id }, json: { name } }),
      by: 'PROP-33',
      isUnstated: true,
      views: { 'a read': { read: () => given.read('property', id, { as }), shows: shows('name', name) } },
    }
  },
  'a file': async ({ api, given }) => {
    const { id } = await given.file((await given.fileItem()).id)
    const userTitle = given.name()
    return {
      write: () => api.send('updateFile', { path: { file_id: id }, json: { userTitle } }),
      by: 'FILE-14',
      views: { 'a read': { read: () => given.read('file', id, { as }), shows: shows('userTitle', userTitle) } },
    }
  },
}
