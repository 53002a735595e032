import { readResults } from './result-line.ts'
import { tierOf, toldFailures } from './told-results.ts'

// The last lines of the pipeline: what is red and why, in both tiers, and the counts.
const [first = [], second = []] = process.argv.slice(2).map((path) => readResults(path))
const [tests, sample] = [tierOf(first), tierOf(second)]
for (const line of toldFailures([...first, ...second])) console.log(line)
const cut = sample.ended ? '' : ', and it did not come to its end'
console.log(`second tier, a sample: ${sample.passed} held, ${sample.failed} did not${cut}`)
if (!tests.ended) console.log('the tests did not come to their end')
console.log(`${tests.passed} passed, ${tests.ended ? tests.failed : Math.max(1, tests.failed)} failed`)
