import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Resolves when nobody listens at a port any more. A process that another thread of this one starts holds a copy of each socket
 * until it runs its own program: what connects meanwhile is accepted by the system, and reset then.
 */
export async function untilRefused(port: number): Promise<void> {
  while (await isAccepted(port));
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
