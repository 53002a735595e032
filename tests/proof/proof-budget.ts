const { PROOF_SEED = '0', PROOF_MINUTES } = process.env
const minutes = PROOF_MINUTES === undefined ? Number.POSITIVE_INFINITY : Number(PROOF_MINUTES)
// Not by the clock of the day, which a test may have replaced.
const end = performance.now() + minutes * 60_000

/** What bounds a run of the second tier: another seed is another sample. */
export const proofBudget = {
  seed: Number(PROOF_SEED),
  /** Whether no further proof is to be begun; a proof says why it was not tried. */
  skipReason: () => (performance.now() > end ? `beyond the budget of ${minutes} minutes` : undefined),
}
