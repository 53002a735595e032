import { proveFaults } from './prove-faults.ts'

proveFaults(0, 2)
