import { expect, onTestFinished, test } from 'vitest'
import { EvidenceKept } from '../../lib/checks/evaluations.ts'
import { forgetSecrets, keepSecret } from '../../lib/client/redactor.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

function answered(endpoint: 'listWorkspaces' | 'getWorkspace', path: string) {
  return { ...exchangeOf({ path, requestHeaders: { authorization: 'Bearer svc_api_secret' } }), endpoint }
}

test('one exchange is kept of each requirement, that of a check made for it before any other, and every endpoint', () => {
  keepSecret('svc_api_secret')
  onTestFinished(forgetSecrets)
  const kept = new EvidenceKept()
  kept.add('WS-01', 'passive', { exchange: answered('listWorkspaces', '/first'), isPassive: true })
  kept.add('WS-01', 'active', { exchange: answered('listWorkspaces', '/second'), isPassive: false })
  kept.add('WS-01', 'passive', { exchange: answered('getWorkspace', '/third'), isPassive: true })
  kept.add('WS-01', 'active', { exchange: answered('listWorkspaces', '/fourth'), isPassive: false })
  const [evidence, ...others] = kept.all()
  expect(others).toEqual([])
  expect(evidence).toMatchObject({ check: 'active', endpoints: ['listWorkspaces', 'getWorkspace'] })
  expect(evidence?.exchange.url).toMatch(/\/second$/)
  expect(JSON.stringify(kept.all())).not.toContain('svc_api_secret')
})
