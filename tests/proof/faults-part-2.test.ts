import { proveFaults } from './prove-faults.ts'

proveFaults(1, 2)
