import { proveVariants } from './prove-variants.ts'

proveVariants(0, 2)
