import { startReference } from '../../reference/start-reference.ts'
import { judgeHostile, type Judged } from './judge-hostile.ts'
import { nonsense } from './nonsense.ts'
import { openRelay, unspoiled } from './relay.ts'
import { readsBefore } from './spoils.ts'

/** Lets the command judge a service that is sound until the run has begun, and answers nonsense from then on. */
export async function judgeTurned(name: keyof typeof nonsense): Promise<Judged> {
  const reference = await startReference()
  let asked = 0
  const isSound = (): boolean => asked <= readsBefore
  try {
    await using relay = await openRelay(
      reference.baseUrl,
      (answer, response) => (isSound() ? unspoiled(answer, response) : nonsense[name](answer.asked, response)),
      {
        isForwarded: () => {
          asked += 1
          return isSound()
        },
      },
    )
    return await judgeHostile(relay.url, { key: reference.keys.own })
  } finally {
    await reference.close()
  }
}
