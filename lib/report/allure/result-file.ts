import type { AllureResult } from './allure-result.ts'

/** How the name of a file of `allure-results/` ends that holds a result. */
export const resultEnding = '-result.json'

/** Name and content of the file of a result. */
export function resultFile(result: AllureResult): readonly [name: string, text: string] {
  return [`${result.uuid}${resultEnding}`, JSON.stringify(result)]
}
