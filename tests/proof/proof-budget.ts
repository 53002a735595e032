const { PROOF_SEED = '0', PROOF_MINUTES } = process.env
const minutes = PROOF_MINUTES === undefined ? Number.POSITIVE_INFINITY : Number(PROOF_MINUTES)

/** What bounds a run of the second tier: another seed is another sample. */
export const proofBudget = {
  seed: Number(PROOF_SEED),
  /** Why no further test is to be begun. By the age of the process: it is the same in every thread, and no test replaces it. */
  skipReason: () => (process.uptime() > minutes * 60 ? `beyond the budget of ${minutes} minutes` : undefined),
}
