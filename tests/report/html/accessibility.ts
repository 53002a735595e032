import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page as it is shown now: the rule, and the beginning of each element that breaks it. */
export async function accessibilityViolations(page: Page): Promise<unknown> {
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}
