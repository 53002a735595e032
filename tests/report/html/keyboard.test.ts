import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from './open-browser.ts'
import { isBelowBar, openedPage } from './opened-page.ts'
import { preparedPage } from './prepared-page.ts'

const browser = await openBrowser()
afterAll(() => browser.close())
const url = preparedPage()
const open = (options: BrowserContextOptions = {}, hash = '') => openedPage(browser, `${url}${hash}`, options)

describe('by keyboard', () => {
  test('the picture is one stop, the arrows move in it, and Enter leads to the entry', async () => {
    const { page } = await open()
    const stops = page.locator('[data-cell][tabindex="0"]')
    expect(await stops.count()).toBe(1)
    expect(await stops.getAttribute('data-cell')).toBe('AUTH-01')
    await stops.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('#readout').textContent()).toMatch(/^ERR-02, /)
    await page.keyboard.press('Enter')
    await expect.poll(async () => page.evaluate('location.hash === "#ERR-02"')).toBe(true)
    await expect.poll(() => page.locator('#ERR-02').isVisible()).toBe(true)
    await expect.poll(() => isBelowBar(page, '#ERR-02')).toBe(true)
  })

  test('a link to an entry opens it, from outside too', async () => {
    const { page } = await open({}, '#WS-01')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await expect.poll(() => isBelowBar(page, '#WS-01')).toBe(true)
  })

  test('a command is copied, or else selected', async () => {
    const { page } = await open()
    await page.locator('#PN-06 .copy').first().focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => page.evaluate('document.querySelector("#PN-06 .copy").textContent !== "Copy"'))
      .toBe(true)
    expect(['Copied', 'Selected']).toContain(await page.locator('#PN-06 .copy').first().textContent())
  })
})
