import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { hostileRun } from './hostile-run.ts'
import { openBrowser } from './open-browser.ts'
import { openedPage, phone } from './opened-page.ts'
import { requirements } from '../../../lib/contract/requirement.ts'

const browser = await openBrowser()
afterAll(() => browser.close())
const url = pathToFileURL(await hostileRun()).href
const open = (options: BrowserContextOptions = {}, hash = '') => openedPage(browser, `${url}${hash}`, options)

describe('the page of a run on a hostile target', () => {
  test('runs nothing of the target, asks for nothing and complains of nothing', async () => {
    const { page, requests, told } = await open()
    for (const fold of await page.locator('details:not([open])').all())
      await fold.evaluate('(fold) => { fold.open = true }')
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    expect(await page.locator('img, iframe, base, script').count()).toBe(1)
    expect(await page.title()).toMatch(/^non-conformant: conformance of staging <\/pre>/)
    expect(await page.locator('pre', { hasText: '<img src=x onerror=' }).count()).toBeGreaterThan(0)
    expect(requests).toEqual([url])
    expect(told).toEqual([])
  })

  test('even a script that got into it would not run', async () => {
    const { page, told } = await open()
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = "owned"' }))`,
    )
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title=1">')`,
    )
    await expect.poll(() => told.filter((line) => line.includes('Content Security Policy')).length).toBeGreaterThan(1)
    expect(await page.title()).toMatch(/^non-conformant: /)
  })

  test('shows everything without scripts too', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await expect.poll(() => page.locator('#filter').isVisible()).toBe(false)
    await expect.poll(() => page.locator('.copy').first().isVisible()).toBe(false)
    await expect.poll(() => page.locator('#PN-06').isVisible()).toBe(true)
    expect(await page.locator('[data-cell]').count()).toBe(requirements.size)
  })
})

describe.for(['light', 'dark'] as const)('in a %s scheme', (colorScheme) => {
  test.for([320, 375, 768, 1280])('%i pixels are wide enough', async (width) => {
    const { page } = await open({ colorScheme, viewport: { width, height: 800 } })
    await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  })

  test('everybody can use it, also on a phone', async () => {
    for (const options of [{}, phone]) {
      const { page } = await open({ colorScheme, ...options })
      await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
      expect(await accessibilityViolations(page)).toEqual([])
    }
  })

  test('it prints in light colours, unfolded, on a sheet', async () => {
    const { page } = await open({ colorScheme, viewport: { width: 703, height: 1000 } })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await expect.poll(() => page.locator('.bar').isVisible()).toBe(false)
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(false)
  })
})

test('what cannot be read is found', async () => {
  const { page } = await open()
  await page.evaluate('document.querySelector("footer .quiet").style.setProperty("color", "#eee")')
  await page.evaluate('document.querySelector("article").insertAdjacentHTML("beforeend", "<h5>too deep</h5>")')
  expect(await accessibilityViolations(page)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^color-contrast/), expect.stringMatching(/^heading-order/)]),
  )
})

test('a table that is wider than a phone shows that there is more, and nothing asks to be pointed at', async () => {
  const { page } = await open(phone)
  const readout = page.locator('#readout')
  expect(await readout.locator('.for-pointer').isVisible()).toBe(false)
  expect(await readout.locator('.for-touch').isVisible()).toBe(true)
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
  const wide = await page
    .locator('.table')
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth > table.clientWidth)
        .map((table) => `${table.computedStyleMap().get('background-attachment')}`),
    )
  expect(wide.length).toBeGreaterThan(0)
  expect(new Set(wide)).toEqual(new Set(['local']))
})
