import type { Exchange } from './exchange.ts'

/** Whether the answer is a success: any 2xx. */
export function succeeded({ status }: Pick<Exchange, 'status'>): boolean {
  return status >= 200 && status < 300
}
