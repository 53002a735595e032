import { randomUUID } from 'node:crypto'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import type { PublicFile } from './file.ts'
import type { FileUsage } from './file-usage.ts'

/** What a record is shown for. */
export type Occasion = 'upload' | 'read' | 'update' | 'list'

type Disfigured = Readonly<Record<string, unknown>>

/** The record as the chosen faults would show it. */
export function disfigureFile(faults: FaultSwitch, file: PublicFile, occasion: Occasion): PublicFile | Disfigured {
  const recorded = disfigureAnywhere(faults, file)
  if (occasion === 'list') return disfigureEntry(faults, recorded)
  if (occasion === 'read') return disfigureById(faults, recorded)
  if (occasion === 'upload') return disfigureUpload(faults, recorded)
  if (faults.active('update-answer-forgets-the-links')) return { ...recorded, used_in: [] }
  return faults.active('update-answer-without-legacy-name') ? { ...recorded, name: undefined } : recorded
}

function disfigureAnywhere(faults: FaultSwitch, file: PublicFile): PublicFile {
  const { size_bytes, originalFileName } = file
  if (size_bytes !== null && faults.active('size-in-whole-kilobytes')) {
    return { ...file, size_bytes: Math.ceil(size_bytes / 1024) * 1024 }
  }
  const plain = originalFileName.replaceAll(/[^\u0020-\u007e]/gu, '?')
  if (plain !== originalFileName && faults.active('file-names-are-ascii')) {
    return { ...file, name: plain, originalFileName: plain }
  }
  return file
}

function disfigureEntry(faults: FaultSwitch, file: PublicFile): PublicFile | Disfigured {
  if (faults.active('listed-file-without-deleted')) return { ...file, deleted: undefined }
  if (file.description === null && faults.active('unset-description-is-false')) return { ...file, description: false }
  if (file.size_bytes !== null && faults.active('listed-size-is-text')) {
    return { ...file, size_bytes: String(file.size_bytes) }
  }
  if (faults.active('listed-upload-time-in-unix-seconds')) {
    return { ...file, uploadedAt: Math.floor(Date.parse(file.uploadedAt) / 1000) }
  }
  if (faults.active('listed-uploader-is-a-name')) return { ...file, uploadedBy: file.uploadedBy?.userName }
  if (faults.active('file-list-lost-the-user-title')) return { ...file, userTitle: undefined }
  if (file.description !== null && faults.active('file-list-lost-the-description')) {
    return { ...file, description: undefined }
  }
  if (faults.active('file-list-shows-paths')) return { ...file, file_path: `stored/${file.id}` }
  return { ...file, used_in: file.used_in.map((usage) => disfigureListedUsage(faults, usage)) }
}

function disfigureListedUsage(faults: FaultSwitch, usage: FileUsage): FileUsage | Disfigured {
  if (faults.active('listed-usage-without-link-id')) return { ...usage, file_link_id: undefined }
  if (usage.target_type === 'item' && faults.active('target-type-with-a-capital')) {
    return { ...usage, target_type: 'Item' }
  }
  return usage
}

function disfigureById(faults: FaultSwitch, file: PublicFile): PublicFile | Disfigured {
  if (faults.active('link-ids-are-made-up-on-each-read')) {
    return { ...file, used_in: file.used_in.map((usage) => Object.assign({}, usage, { file_link_id: randomUUID() })) }
  }
  if (faults.active('file-by-id-without-links')) return { ...file, used_in: [] }
  if (faults.active('file-by-id-shows-title')) return { ...file, title: file.userTitle }
  const isOnItem = file.used_in.some((usage) => usage.target_type === 'item')
  if (!isOnItem || !faults.active('item-usage-has-a-property-type')) return file
  return { ...file, used_in: file.used_in.map((usage) => ({ ...usage, property_type: 'text' })) }
}

function disfigureUpload(faults: FaultSwitch, file: PublicFile): PublicFile | Disfigured {
  if (faults.active('upload-answer-shows-the-path')) return { ...file, file_path: `stored/${file.id}` }
  return { ...file, used_in: file.used_in.map((usage) => disfigureNewUsage(faults, usage)) }
}

function disfigureNewUsage(faults: FaultSwitch, usage: FileUsage): FileUsage {
  if (usage.target_type === 'item' && faults.active('item-upload-has-a-property-type')) {
    return { ...usage, property_type: '' }
  }
  if (usage.property_type === 'matrix' && faults.active('matrix-passes-for-numeric')) {
    return { ...usage, property_type: 'numeric' }
  }
  if (usage.property_type === 'formula' && faults.active('formula-target-has-no-type')) {
    return { ...usage, property_type: null }
  }
  return usage
}
