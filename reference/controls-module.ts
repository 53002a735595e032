import { createControls } from './controls.ts'

const controlUrl = process.env['PRODUCT_DATA_CONTROL_URL']
if (controlUrl === undefined) throw new Error('PRODUCT_DATA_CONTROL_URL holds no address of a control plane')

/** The controls of a running reference service, in the form that `--controls` takes. */
export const {
  createApiKey,
  revokeApiKey,
  publishVersion,
  setAiUsage,
  setPartNumberRule,
  softDeleteProperty,
  setRateLimit,
  createGeneratedDocument,
  getAiUsage,
  getRateLimit,
  getPartNumberRule,
} = createControls(controlUrl)
