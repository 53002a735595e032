import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Opens the browser of the machine, which the packages do not bring, and waits for it as long as a busy machine takes; says how to get
 * it where there is none.
 */
export async function openBrowser(executablePath = '/usr/bin/chromium'): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(
      `the tests of the report page need a browser, and there is none at ${executablePath}; on Debian: apt-get install -y chromium`,
    )
  return chromium.launch({ executablePath, args: quiet, timeout: 0 })
}

/** Opens a page that is closed after the test, and that waits for what is asked of it as long as a busy machine takes. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  context.setDefaultTimeout(0)
  return context.newPage()
}
