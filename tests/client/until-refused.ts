import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const mostLooks = 2000
const betweenLooksMs = 10

/**
 * Resolves when nobody listens at a port any more. A process that another thread of this one starts holds a copy of each socket
 * until it runs its own program: what connects meanwhile is accepted by the system, and reset then. Rejects where a server stays.
 */
export async function untilRefused(port: number): Promise<void> {
  for (let look = 0; look < mostLooks; look += 1) {
    if (!(await isAccepted(port))) return
    await pause(betweenLooksMs)
  }
  throw new Error(`somebody listens at port ${port} all the time`)
}

async function isAccepted(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return accepted
}
