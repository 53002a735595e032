import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { comparisonPage } from '../../../lib/differential/comparison-page.ts'
import { hostileRun } from './hostile-run.ts'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { kindsOfRun } from './kinds-of-run.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { sheetsOf } from './sheets.ts'

const browser = await openBrowser()
afterAll(() => browser.close())
const url = pathToFileURL(await hostileRun()).href
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

interface Opened {
  readonly page: Page
  readonly requests: readonly string[]
  /** Errors, warnings and dialogs: whatever the browser tells of. */
  readonly told: readonly string[]
}

async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Opened> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options })
  const requests: string[] = []
  const told: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => told.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => told.push(error.message))
  page.on('dialog', (dialog) => {
    told.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${url}${hash}`)
  return { page, requests, told }
}

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
    expect(await page.locator('[data-cell]').count()).toBe(336)
  })
})

describe('the filter', () => {
  test('finds words of a rule, and of the evidence against it', async () => {
    const { page } = await open()
    await page.keyboard.press('/')
    await page.keyboard.type('pn-06')
    await expect.poll(() => entriesLeft(page)).toContain('PN-06')
    await expect.poll(async () => (await entriesLeft(page)).length).toBeLessThan(6)
    await expect.poll(() => page.locator('#shown').textContent()).toMatch(/^\d of 336$/)
    expect(await page.locator('[data-cell=PN-01]').getAttribute('class')).toContain('out')
    await expect.poll(() => page.locator('#coverage').isVisible()).toBe(true)
    await page.locator('#search').fill('leave out the product itself')
    await expect.poll(() => entriesLeft(page)).toEqual(['PN-06'])
  })

  test('opens what holds a match, and folds it again', async () => {
    const { page } = await open()
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(false)
    await page.locator('#search').fill('lists workspaces')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await page.locator('#search').press('Escape')
    await expect.poll(async () => page.evaluate('!document.documentElement.classList.contains("filtered")')).toBe(true)
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(false)
    await expect.poll(() => entriesLeft(page)).toHaveLength(336)
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
    await expect.poll(() => belowBar(page, '#ERR-02')).toBe(true)
  })

  test('a link to an entry opens it, from outside too', async () => {
    const { page } = await open({}, '#WS-01')
    await expect.poll(() => page.locator('#WS-01').isVisible()).toBe(true)
    await expect.poll(() => belowBar(page, '#WS-01')).toBe(true)
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

test('a machine without a browser is told how to get one', async () => {
  await expect(openBrowser('/nowhere/chromium')).rejects.toThrow(
    /no(?:ne|thing)? .*\/nowhere\/chromium; .*apt-get install -y chromium/,
  )
})

/** Whether an element is in sight and not under the bar that stays there. */
async function belowBar(page: Page, selector: string): Promise<boolean> {
  const bar = await page.locator('.bar').boundingBox()
  const box = await page.locator(selector).boundingBox()
  return bar !== null && box !== null && box.y >= bar.y + bar.height && box.y < 900
}

describe('searching', () => {
  test('brings what it finds into view, keeps its state in the address, and says where nothing fits', async () => {
    const { page } = await open()
    await page.locator('#search').fill('lists workspaces')
    await expect
      .poll(() => page.evaluate('document.getElementById("WS-01").getBoundingClientRect().top < innerHeight'))
      .toBe(true)
    await expect.poll(() => page.evaluate('location.hash')).toContain('search=lists+workspaces')
    await page.reload()
    await expect.poll(() => page.locator('#search').inputValue()).toBe('lists workspaces')
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
  await page.setContent(comparisonPage({ ...compared, unconfirmed: 0, differences: [difference] }))
  const hidden = await page.locator('.table').evaluate((table) => table.scrollWidth - table.clientWidth)
  expect(hidden).toBe(0)
})

const ten = ['ten violations', 'ten violations in many places'] as const

test.each(ten)('%s, all else that a run says with them, take less than twelve sheets', async (kind) => {
  const page = await openPage(browser)
  await page.setContent(htmlPage(kindsOfRun[kind]()))
  expect(await page.locator('article.entry.violated').count()).toBe(10)
  expect(await sheetsOf(page)).toBeLessThan(12)
})

test('what fails the run is on the first screen, a line a cause', async () => {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await page.setContent(htmlPage(kindsOfRun['a target that answers 500']()))
  const lines = page.locator('.first-to-fix li')
  expect(await lines.first().textContent()).toMatch(/requirements, probably one cause:\s+500 internal_error/)
  const box = await lines.first().boundingBox()
  expect(box && box.y + box.height).toBeLessThan(900)
})
