import { answersOf, withEntries } from '../changes/answers.ts'
import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { removeItem } from '../service/items/delete-item.ts'
import { defineFaults } from './fault.ts'

interface LinkRow {
  readonly id: string
  readonly file_id: string
  readonly product_id: string
  readonly property_id: string
  readonly property_type: string
}

/** Faults in which links files have after something was deleted. */
export const fileLinkFaults = defineFaults({
  'links-outlive-the-property-of-a-deleted-item': {
    title: 'shows the links of files to properties whose item was deleted',
    breaks: ['FILE-09'],
    changes: [
      replace(removeItem, (sound) => (deployment, item) => {
        const { store } = deployment
        const ofItem = `SELECT file_links.* FROM file_links JOIN properties ON properties.id = property_id
          WHERE properties.item_id = ? ORDER BY file_links.sequence`
        const links = store.all<LinkRow>(ofItem, item.id)
        sound(deployment, item)
        for (const link of links) {
          remember(deployment, `link of ${link.file_id}`, link)
          store.run('UPDATE files SET deleted = 0 WHERE id = ?', link.file_id)
        }
      }),
      answersOf({ routes: ['GET /files/:id', 'GET /files'] }, (answer, deployment) =>
        withEntries(answer, (file) => {
          const link = recall<LinkRow>(deployment, `link of ${String(file['id'])}`)?.value
          if (link === undefined) return file
          const { id, product_id, property_id, property_type } = link
          const target = { target_type: 'property', target_id: property_id, property_type }
          return { ...file, used_in: [{ file_link_id: id, product_id, ...target }] }
        }),
      ),
    ],
  },
})
