import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { buildAllureReport } from '../../lib/report/allure/build-allure-report.ts'
import { writeAllureResults } from '../../lib/report/allure/write-allure-results.ts'
import { assembleReport } from '../../lib/report/assemble-report.ts'
import { openBrowser, openPage } from './html/open-browser.ts'
import { exchange, finding, record, runFacts } from './prepared.ts'

const hostile =
  '<img src=x onerror="document.title=666"><script>document.title=666</script><svg onload="document.title=666"> </script>\u001b[31m'
const headers = { 'content-type': 'text/html', [hostile]: hostile }
const shown = exchange({ method: hostile, path: `/${hostile}`, requestHeaders: headers, responseHeaders: headers })

async function openReport(path: string) {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await openPage(browser)
  const trouble: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && trouble.push(message.text())))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => void (/^(?:file|data|blob):/.test(request.url()) || trouble.push(request.url())))
  await page.goto(pathToFileURL(path).href)
  return { page, trouble }
}

test('nothing that a target sends comes alive in the page, and the page asks nobody for anything', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'allure-page-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  const found = finding({
    claim: hostile,
    expected: hostile,
    received: hostile,
    hint: hostile,
    check: hostile,
    exchanges: [{ ...shown, requestBody: hostile, responseBody: hostile }],
  })
  const report = assembleReport(
    record({ findings: [found] }),
    runFacts({ target: { ...runFacts().target, name: hostile }, selected: new Set(['PN-04']) }),
  )
  await writeAllureResults(join(directory, 'allure-results'), report, [])
  const { page, trouble } = await openReport(await buildAllureReport(directory, report))
  await page.getByText('PN: part numbers').first().waitFor()
  await page.locator('[data-testid="tree-leaf-title"]').first().click()
  await page.getByText('Test body').waitFor()
  await page.getByText('→ 200').first().click()
  await page.getByText('text/plain').first().waitFor()
  await expect.poll(() => page.getByText('document.title=666').count()).toBeGreaterThan(3)
  expect(await page.title()).not.toBe('666')
  expect(trouble).toEqual([])
})
