import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above what services of a machine use, and below what systems give to whoever asks for any port, or connects from one. */
const [least, beyond] = [15_000, 32_000] as const

/** A free port for a server that goes away and comes back: nobody is given it meanwhile, as one of the system's choice may be. */
export async function portOfItsOwn(): Promise<number> {
  for (;;) {
    const port = randomInt(least, beyond)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  if (!(await listening)) return false
  const closed = once(server, 'close')
  server.close()
  await closed
  return true
}
