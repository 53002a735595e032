/**
 * So many of some are of a kind by chance, if it has this share among all: more are so in less than one of 1,000 samples, however
 * few a slow machine has tried.
 */
export function mostByChance(tried: number, share: number): number {
  let [most, probability] = [0, (1 - share) ** tried]
  for (let rest = 1 - probability; rest >= 0.001; rest -= probability) {
    probability *= ((tried - most) / (most + 1)) * (share / (1 - share))
    most += 1
  }
  return most
}
