import type { Controls } from '../../config/controls.ts'
import type { Chronicle } from './chronicle.ts'

type MadeKey = Awaited<ReturnType<Controls['createApiKey']>>

/** Controls whose calls a chronicle knows: a script has to have the same done. */
export function notedControls(controls: Controls, chronicle: Chronicle, keep: (made: MadeKey) => void): Controls {
  return {
    ...controls,
    createApiKey: async (request) => {
      const made = await controls.createApiKey(request)
      keep(made)
      chronicle.acted('createApiKey', [request.organization], made.id)
      return made
    },
    revokeApiKey: async (id) => {
      chronicle.acted('revokeApiKey', [id])
      return controls.revokeApiKey(id)
    },
    publishVersion: async (productId) => {
      chronicle.acted('publishVersion', [productId])
      return controls.publishVersion(productId)
    },
    setPartNumberRule: async (productId, pattern) => {
      chronicle.acted('setPartNumberRule', [productId, pattern])
      return controls.setPartNumberRule(productId, pattern)
    },
    softDeleteProperty: async (propertyId) => {
      chronicle.acted('softDeleteProperty', [propertyId])
      return controls.softDeleteProperty(propertyId)
    },
    setAiUsage: async (enabled) => {
      chronicle.acted('setAiUsage', [enabled])
      return controls.setAiUsage(enabled)
    },
    setRateLimit: async (limit) => {
      chronicle.acted('setRateLimit', [limit])
      return controls.setRateLimit(limit)
    },
    createGeneratedDocument: async (itemId) => {
      const made = await controls.createGeneratedDocument(itemId)
      chronicle.acted('createGeneratedDocument', [itemId], made.fileId)
      return made
    },
  }
}
