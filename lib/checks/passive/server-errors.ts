import { errorCodeOf } from '../error-body.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { statusHint } from '../../wording/status-hints.ts'

export const serverErrors: PassiveCheck = {
  title: 'no request causes a server error',
  requirements: ['ERR-15'],
  judge: (exchange, report) => {
    report.evaluated('ERR-15')
    if (exchange.status < 500) return
    const body = Buffer.from(exchange.body.subarray(0, 200)).toString()
    const said = errorCodeOf(exchange) ?? (body === '' ? undefined : show(body))
    report.violated('ERR-15', {
      claim: 'the answer is not a server error',
      fingerprint: `answers ${exchange.status}`,
      expected: 'no 5xx, whatever was sent',
      received: said === undefined ? `${exchange.status}` : `${exchange.status} ${said}`,
      criterion: { kind: 'status', lawful: 'below 500' },
      hint: statusHint({ lawful: 'below 500' }, exchange),
    })
  },
}
