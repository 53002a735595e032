import { once } from 'node:events'
import { startChangedReference } from '../proof/start-changed-reference.ts'

/** A reference in a process of its own, so that it does not share a thread with who asks; its data may be a file. */
const [data, faults] = process.argv.slice(2)
const { baseUrl, controlUrl, keys, close } = await startChangedReference({
  ...(data === undefined || data === '' ? {} : { data }),
  ...(faults === undefined ? {} : { faults: faults.split(',') }),
})
process.send?.({ baseUrl, controlUrl, keys })
await once(process, 'disconnect')
await close()
