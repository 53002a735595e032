import { afterAll, expect, test } from 'vitest'
import { comparisonDocument } from '../../../lib/differential/comparison-document.ts'
import { documentPage } from '../../../lib/report/html/document-page.ts'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { kindsOfRun } from './kinds-of-run.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

test('what fails the run is on the first screen, a line a cause', async () => {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await page.setContent(htmlPage(runDocument(kindsOfRun['a target that answers 500']())))
  const lines = page.locator('.first-to-fix li')
  expect(await lines.first().textContent()).toMatch(/requirements, probably one cause:\s+500 internal_error/)
  const box = await lines.first().boundingBox()
  expect(box && box.y + box.height).toBeLessThan(900)
})

test('a long value of two deployments that differ leaves room for the columns beside it', async () => {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  const deployment = { name: 'a deployment', baseUrl: 'http://127.0.0.1:1' }
  const compared = { old: deployment, new: deployment, mode: 'read-only', effort: 'quick', seed: 1, pairs: 9 } as const
  const example = { check: 'a check', request: '/v1/public/items', status: { old: 200, new: 200 } }
  const values = { old: `{"url":"https://${'a'.repeat(180)}"}`, new: '"b"' }
  const difference = {
    kind: 'value',
    endpoints: ['GET /items'],
    where: 'url',
    ...values,
    occurrences: 2,
    example,
  } as const
  await page.setContent(documentPage(comparisonDocument({ ...compared, unconfirmed: 0, differences: [difference] })))
  const hidden = await page.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth)
  expect(hidden).toBe(0)
})

test('a machine without a browser is told how to get one', async () => {
  await expect(openBrowser('/nowhere/chromium')).rejects.toThrow(
    /no(?:ne|thing)? .*\/nowhere\/chromium; .*apt-get install -y chromium/,
  )
})
