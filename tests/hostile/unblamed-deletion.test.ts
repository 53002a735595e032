import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { startReference } from '../../reference/start-reference.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { openRelay, unspoiled } from './relay.ts'

test('ITEM-07: a deletion is not blamed for links that reads of a file never showed', async () => {
  const reference = await startReference()
  try {
    await using relay = await openRelay(reference.baseUrl, (answer, response) => {
      const { asked, headers, body } = answer
      if (asked.method !== 'GET' || !/\/files\/[^/?]+$/.test(asked.url ?? '')) return unspoiled(answer, response)
      const { 'content-length': _, ...others } = headers
      const changed = JSON.stringify({ ...JSON.parse(body.toString()), used_in: [] })
      return unspoiled({ ...answer, headers: others, body: Buffer.from(changed) }, response)
    })
    const checks = checksOf(['ITEM-07'], await collectChecks())
    const { findings, evaluations } = await judgeTarget({ baseUrl: relay.url, keys: reference.keys, checks })
    expect(findings).toEqual([])
    expect(evaluations.map(({ requirement }) => requirement)).toContain('ITEM-07')
  } finally {
    await reference.close()
  }
})
