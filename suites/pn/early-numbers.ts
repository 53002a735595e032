import type { CheckContext } from '#suite'

/** Part numbers from the beginning of a run: one that is in use, and one that is retired. */
export interface EarlyNumbers {
  readonly inUse: string
  readonly retired: string
}

/** Made once per session, by whoever asks first. */
export function earlyNumbers({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<EarlyNumbers> {
  return session.shared('part numbers from the beginning of the run', async () => ({
    inUse: (await given.productWithPartNumber()).partNumber,
    retired: (await given.retiredPartNumber()).partNumber,
  }))
}
