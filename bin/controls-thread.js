// The thread of a controls module: what that keeps open, never answers or throws late is no matter of the run.
// Plain JavaScript: an installed package lies where Node strips no types of what the module imports, such as the reference's own.
import { parentPort, workerData } from 'node:worker_threads'

/** What controls give back. An object of theirs may hold more, of which not everything can be sent to another thread. */
const fields = ['id', 'key', 'version', 'fileId', 'limit', 'windowSeconds']

// The controls of the embedded reference are TypeScript, and lie where the package does.
if (import.meta.url.includes('/node_modules/')) await import('./strip-types.js')

const late = (error) => parentPort.postMessage({ late: thrown(error) })
process.on('uncaughtException', late)
process.on('unhandledRejection', late)

if (import.meta.url.includes('/node_modules/')) await import('./strip-types.js')

// Not awaited here: where the import never ends, and nothing else goes on, this thread ends.
import(workerData).then(serve, (error) => parentPort.postMessage({ failed: thrown(error) }))

function serve({ default: all, ...named }) {
  delete named['module.exports']
  const controls = { ...all, ...named }
  parentPort.on('message', async ({ call, name, given }) => {
    try {
      parentPort.postMessage({ call, answer: plain(await controls[name](...given)) })
    } catch (error) {
      parentPort.postMessage({ call, failed: thrown(error) })
    }
  })
  const isOfControls = all === undefined || (typeof all === 'object' && all !== null && !Array.isArray(all))
  const types = Object.entries(controls).map(([name, value]) => [name, typeof value])
  parentPort.postMessage({ isOfControls, types })
}

function plain(answer) {
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(fields.map((name) => [name, answer[name]]))
}

function thrown(error) {
  if (!(error instanceof Error)) return { message: String(error) }
  return { name: error.name, message: error.message, stack: error.stack }
}
