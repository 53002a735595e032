import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openPage } from './open-browser.ts'

/** A page as a reader has it open, and what the browser noticed meanwhile. */
export interface OpenedPage {
  readonly page: Page
  readonly requests: readonly string[]
  /** Errors, warnings and dialogs: whatever the browser tells of. */
  readonly told: readonly string[]
}

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

/** Opens an address in a window of a desktop, or in another one. */
export async function openedPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
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
  await page.goto(url)
  return { page, requests, told }
}

/** Whether an element is in sight and not under the bar that stays there. */
export async function isBelowBar(page: Page, selector: string): Promise<boolean> {
  const bar = await page.locator('.bar').boundingBox()
  const box = await page.locator(selector).boundingBox()
  return bar !== null && box !== null && box.y >= bar.y + bar.height && box.y < 900
}
