import { records } from '../changes/answers.ts'
import { replace } from '../changes/replace.ts'
import { linkFile } from '../../reference/service/files/link-file.ts'
import { defineVariants } from './variant.ts'

const measuredAfterMs = 300

/** Lawful differences in what an upload does beside storing a file, and in when it is done. */
export const fileLinkVariants = defineVariants({
  'files-of-properties-hang-on-their-item-too': {
    title: 'also links a file of a property to its item',
    latitude: 'a file may have several links, of which the first is the new one',
    touches: ['FILE-09', 'UP-02', 'UP-04'],
    without: ['identical-uploads-share-a-file', 'newest-links-come-first'],
    changes: [
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        sound(deployment, fileId, target)
        const sql = 'SELECT item_id FROM properties WHERE id = ?'
        const item = deployment.store.get<{ item_id: string }>(sql, target.id)
        if (item !== undefined) sound(deployment, fileId, { ...target, id: item.item_id, property_type: null })
      }),
    ],
  },
  'files-of-properties-are-their-sources': {
    title: 'also adds a file of a property to its references',
    latitude: 'the contract does not say where references come from',
    touches: ['PROP-06', 'PROP-33'],
    changes: [
      replace(linkFile, (sound) => (deployment, fileId, target) => {
        sound(deployment, fileId, target)
        deployment.store.run(
          `UPDATE properties SET source_references = json_insert(source_references, '$[#]',
             json_object('file_link_id', (SELECT id FROM file_links WHERE file_id = ?1 ORDER BY sequence DESC LIMIT 1), 'page', 1))
           WHERE id = ?2`,
          fileId,
          target.id,
        )
      }),
    ],
  },
  'sizes-and-types-of-files-come-later': {
    title: 'returns null for size and type of a file for a moment after its upload',
    latitude: 'these fields may be null, and work may be done shortly after the answer',
    touches: ['UP-20', 'FILE-03', 'GEN-06'],
    changes: [
      records((record) => {
        const { uploadedAt } = record
        const isFresh = typeof uploadedAt === 'string' && Date.now() - Date.parse(uploadedAt) < measuredAfterMs
        return isFresh ? { ...record, size_bytes: null, content_type: null } : record
      }),
    ],
  },
})
