import { afterAll, expect, test } from 'vitest'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { kindsOfRun } from './kinds-of-run.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { runWithFaults } from './run-with-faults.ts'
import { sheetsOf } from './sheets.ts'
import type { FaultId } from '../../../proof/faults/catalogue.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

/** Drawn once by chance: a draw from the whole catalogue would be another one with each new fault. */
const tenFaults: readonly FaultId[] = [
  'date-after-other-digits-stored',
  'shape-of-numeric-property-display-unit-of-another-type',
  'any-number-in-bulk',
  'foreign-item-takes-files-that-may-be-duplicates',
  'text-values-compared-as-numbers',
  'published-date-with-time',
  'shape-of-product-id-missing-in-lists',
  'lists-are-kept-for-a-second',
  'version-in-words-means-the-draft',
  'item-update-forgets-the-part-number',
]

/** Each report with the violations that it has to have at least, for fewer would fit anyway. */
const reports = {
  'ten violations': { least: 10, reportOf: kindsOfRun['ten violations'] },
  'ten violations in many places': { least: 10, reportOf: kindsOfRun['ten violations in many places'] },
  'what ten faults break': { least: 7, reportOf: () => runWithFaults(tenFaults) },
}

test.each(Object.entries(reports))(
  '%s, and all else that a run says, takes less than twelve sheets',
  async (_, { least, reportOf }) => {
    const page = await openPage(browser)
    await page.setContent(htmlPage(runDocument(await reportOf())))
    expect(await page.locator('article.entry.violated').count()).toBeGreaterThanOrEqual(least)
    expect(await sheetsOf(page)).toBeLessThan(12)
  },
)
