import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from './open-browser.ts'
import { openedPage } from './opened-page.ts'
import { preparedPage } from './prepared-page.ts'
import { requirements } from '../../../lib/contract/requirement.ts'

const browser = await openBrowser()
afterAll(() => browser.close())
const url = preparedPage()
const open = (options: BrowserContextOptions = {}, hash = '') => openedPage(browser, `${url}${hash}`, options)

/** The ids of the entries that are not filtered out. */
async function entriesLeft(page: Page): Promise<string[]> {
  const ids = await page
    .locator('[data-entry]:not([hidden])')
    .evaluateAll((elements) => elements.map((element) => `${element.getAttribute('data-entry')}`))
  return [...new Set(ids)]
}

function visible(page: Page, verdict: string): Promise<number> {
  return page.locator(`[data-entry][data-verdict=${verdict}]:visible`).count()
}

/** Different requirements of a verdict that are not filtered out. */
async function countOf(page: Page, verdict: string): Promise<number> {
  const ids = await page
    .locator(`[data-entry][data-verdict=${verdict}]:not([hidden])`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-entry')))
  return new Set(ids).size
}

describe('the filter', () => {
  test('finds words of a rule, and of the evidence against it', async () => {
    const { page } = await open()
    await page.keyboard.press('/')
    await page.keyboard.type('pn-06')
    await expect.poll(() => entriesLeft(page)).toContain('PN-06')
    await expect.poll(async () => (await entriesLeft(page)).length).toBeLessThan(6)
    await expect.poll(() => page.locator('#shown').textContent()).toMatch(new RegExp(`^\\d of ${requirements.size}$`))
    expect(await page.locator('[data-cell=PN-01]').getAttribute('class')).toContain('out')
    await expect.poll(() => page.locator('#coverage').isVisible()).toBe(true)
    await page.locator('#search').fill('leave out the product itself')
    await expect.poll(() => entriesLeft(page)).toEqual(['PN-06'])
  })

  test('opens what holds a match, and folds it again', async () => {
    const { page } = await open()
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(false)
    await page.locator('#search').fill('Workspaces must be listed')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await page.locator('#search').press('Escape')
    await expect.poll(async () => page.evaluate('!document.documentElement.classList.contains("filtered")')).toBe(true)
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(false)
    await expect.poll(() => entriesLeft(page)).toHaveLength(requirements.size)
  })

  test('leaves out verdicts and areas', async () => {
    const { page } = await open()
    await expect.poll(() => visible(page, 'violated')).toBeGreaterThan(1)
    await page.locator('label.chip', { hasText: 'violated' }).click()
    await expect.poll(() => visible(page, 'violated')).toBe(0)
    await page.locator('.clear').click()
    await page.locator('select[name=area]').selectOption('PN')
    await expect.poll(async () => (await entriesLeft(page)).every((id) => id.startsWith('PN-'))).toBe(true)
    await page.locator('select[name=area]').selectOption('DL')
    await expect.poll(() => visible(page, 'violated')).toBe(0)
  })

  test('gives way to a link to what it hides', async () => {
    const { page } = await open()
    await page.locator('#search').fill('PN-06')
    await page.locator('[data-cell=WS-01]').click()
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await expect.poll(() => page.locator('#search').inputValue()).toBe('')
  })
})

describe('searching', () => {
  test('brings what it finds into view, keeps its state in the address, and says where nothing fits', async () => {
    const { page } = await open()
    await page.locator('#search').fill('Workspaces must be listed')
    await expect
      .poll(() => page.evaluate('document.getElementById("WS-01").getBoundingClientRect().top < innerHeight'))
      .toBe(true)
    await expect.poll(() => page.evaluate('location.hash')).toContain('search=Workspaces+must+be+listed')
    await page.reload()
    await expect.poll(() => page.locator('#search').inputValue()).toBe('Workspaces must be listed')
    await expect.poll(() => page.locator('#nothing').isVisible()).toBe(false)
    await page.locator('#search').fill('no requirement says this')
    await expect.poll(() => page.locator('#nothing').isVisible()).toBe(true)
  })

  test('shows one verdict or kind alone on a click', async () => {
    const { page } = await open()
    await page.locator('[data-only=violated]').click()
    await expect.poll(() => visible(page, 'violated')).toBeGreaterThan(0)
    await expect.poll(() => visible(page, 'untested')).toBe(0)
    await page.locator('.clear').click()
    await page.locator('select[name=kind]').selectOption('open')
    await expect.poll(() => page.locator('[data-entry]:not([data-kind=open]):not([hidden])').count()).toBe(0)
    await expect.poll(() => page.locator('[data-entry][data-kind=open][hidden]').count()).toBe(0)
  })

  test('recounts verdicts and sections, and counts all again without it', async () => {
    const { page } = await open()
    const chip = (verdict: string) => page.locator(`label.chip.${verdict} .count`).textContent()
    const heading = () => page.locator('#violated-title .count').textContent()
    const before = [await chip('violated'), await chip('conforms'), await heading()]
    await page.locator('select[name=area]').selectOption('PN')
    await expect.poll(async () => Number(await chip('violated'))).toBe(await countOf(page, 'violated'))
    const inArea = Number(await chip('violated'))
    expect(inArea).toBeLessThan(Number(before[0]))
    await page.locator('button[data-only=conforms]').click()
    await expect.poll(() => page.locator('#violated').isVisible()).toBe(false)
    expect(Number(await chip('violated'))).toBe(inArea)
    await page.locator('.clear').click()
    await expect.poll(async () => [await chip('violated'), await chip('conforms'), await heading()]).toEqual(before)
  })

  test('tells endpoints by method and path', async () => {
    const { page } = await open()
    const option = page.locator('select[name=endpoint] option[value=getWorkspace]')
    expect(await option.textContent()).toBe('GET /v1/public/workspaces/{workspace_id}')
  })

  test('shows the requirements of one endpoint, chosen or by a link of the table of endpoints', async () => {
    const { page } = await open()
    await page.locator('select[name=endpoint]').selectOption('getWorkspace')
    await expect.poll(() => entriesLeft(page)).not.toContain('PN-06')
    const chosen = await entriesLeft(page)
    expect(chosen).toContain('WS-02')
    await page.locator('.clear').click()
    await page.locator('a[href="#?endpoint=getWorkspace"]').click()
    await expect
      .poll(async () => page.evaluate('document.querySelector("select[name=endpoint]").value === "getWorkspace"'))
      .toBe(true)
    await expect.poll(() => entriesLeft(page)).toEqual(chosen)
    await page.reload()
    await expect.poll(() => entriesLeft(page)).toEqual(chosen)
  })

  test('an anchor in small letters is found, and one that leads nowhere is answered', async () => {
    const { page } = await open({}, '#ws-01')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    const { page: other } = await open({}, '#nothing-of-this-name')
    await expect.poll(() => other.locator('#shown').textContent()).toContain('nothing-of-this-name')
    await expect
      .poll(async () =>
        other.evaluate('document.querySelector("#shown").getBoundingClientRect().bottom <= innerHeight'),
      )
      .toBe(true)
  })
})
