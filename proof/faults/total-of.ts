import type { Deployment } from '../../reference/service/deployment.ts'
import type { Selection } from '../../reference/service/http/page.ts'

/** The number of entries of a whole list. */
export function totalOf<Row, Entry>({ store }: Deployment, { sql, values }: Selection<Row, Entry>): number {
  return store.get<{ total: number }>(`SELECT count(*) AS total FROM (${sql})`, ...values)?.total ?? 0
}
