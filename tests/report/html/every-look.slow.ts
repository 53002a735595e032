import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { accessibilityViolations } from './accessibility.ts'
import { kindsOfRun } from './kinds-of-run.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const wide = { viewport: { width: 1280, height: 900 } }
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: wide,
  dark: { ...wide, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  print: { viewport: { width: 703, height: 1000 } },
}

/** What is folded elsewhere differs in nothing from what these unfold; to judge it again would take most of the time. */
const unfolded = new Set(['a clean run light', 'ten violations light'])

for (const [kind, reportOf] of Object.entries(kindsOfRun))
  test(`everybody can use the page of ${kind}, in any look`, async () => {
    const page = htmlPage(runDocument(reportOf()))
    for (const [look, options] of Object.entries(looks)) {
      const opened = await openPage(browser, options)
      await opened.setContent(page)
      if (look === 'print') await opened.emulateMedia({ media: 'print' })
      if (unfolded.has(`${kind} ${look}`))
        await opened.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
      expect([look, await accessibilityViolations(opened)]).toEqual([look, []])
      expect([look, await opened.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([look, 0])
    }
  })
