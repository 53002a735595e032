import { proveSecondTier } from './second-tier.ts'

proveSecondTier(0, 2)
