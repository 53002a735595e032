import { proveSecondTier } from './second-tier.ts'

proveSecondTier(1, 2)
