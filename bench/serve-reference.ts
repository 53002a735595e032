import { startReference } from '../reference/service.ts'

const { baseUrl, controlUrl, keys } = await startReference({ seed: 'embedded' })
process.send?.({ baseUrl, controlUrl, key: keys.key })
