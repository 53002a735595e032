import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Says at the end of a test run how many faults were tried, found, and blamed on exactly what they break, how many pairs of
 * faults were both named, and how many lawful differences were tried, by themselves and together, and accused.
 */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const skipped = tests.filter((test) => test.result().state === 'skipped').length
    if (skipped > 0)
      console.log(`\n${skipped} of ${tests.length} tests were skipped, most of them for the budget of time`)
    for (const line of [...countFaults(tests), ...countPairs(tests), ...countVariants(tests), ...countReplays(tests)])
      console.log(`\n${line}`)
  }
}

function countFaults(tests: readonly TestCase[]): readonly string[] {
  const tried = tests.flatMap((test) => test.meta().fault ?? [])
  if (tried.length === 0) return []
  const found = tried.filter((fault) => fault.found).length
  const exact = tried.filter((fault) => fault.exactlyBlamed).length
  return [`${tried.length} faults, ${found} found, ${exact} exactly blamed`]
}

function countPairs(tests: readonly TestCase[]): readonly string[] {
  return tests
    .flatMap((test) => test.meta().pairs ?? [])
    .map(({ named, hidden, unmet }) => {
      const judged = named.length + hidden.length + unmet.length
      const which = hidden.length === 0 ? '' : ` (${hidden.join('; ')})`
      return `${judged} pairs of faults, ${named.length} both named, ${hidden.length} with a hidden one${which}, ${unmet.length} with one that no check meets beside the other`
    })
}

function countVariants(tests: readonly TestCase[]): readonly string[] {
  const tried = tests.flatMap((test) => test.meta().variants ?? [])
  if (tried.length === 0) return []
  const groups = tried.filter(({ ids }) => ids.length > 1)
  const combined = new Set(groups.flatMap(({ ids }) => ids))
  const accused = tried.filter((one) => one.accused).length
  return [
    `${tried.length - groups.length} variants alone, ${combined.size} combined in ${groups.length} groups, ${accused} accused`,
  ]
}

function countReplays(tests: readonly TestCase[]): readonly string[] {
  const replayed = tests.flatMap((test) => test.meta().replayed ?? [])
  if (replayed.length === 0) return []
  const counted = (side: 'faulty' | 'sound'): string => {
    const words = replayed.flatMap((one) => one[side])
    return Object.entries(Object.groupBy(words, (word) => word))
      .map(([word, all]) => `${all.length} ${word}`)
      .join(', ')
  }
  return [`replays of findings: ${counted('faulty')} where the fault is, ${counted('sound')} where it is not`]
}
