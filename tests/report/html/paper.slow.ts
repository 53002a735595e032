import { afterAll, expect, test } from 'vitest'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { faultsOfSeed, runWithFaults } from './run-with-faults.ts'
import { sheetsOf } from './sheets.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

test.each([1, 2, 3, 4, 5, 6])('what ten faults break, by seed %i, prints on less than twelve sheets', async (seed) => {
  const report = await runWithFaults(faultsOfSeed(seed, 10))
  const page = await openPage(browser)
  await page.setContent(htmlPage(runDocument(report)))
  expect(await page.locator('article.entry.violated').count()).toBeGreaterThan(6)
  expect(await sheetsOf(page)).toBeLessThan(12)
})
