import { proveVariants } from './prove-variants.ts'

proveVariants(1, 2)
