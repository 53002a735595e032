import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Opens the browser of the machine, which the packages do not bring; says how to get it where there is none. */
export async function openBrowser(executablePath = '/usr/bin/chromium'): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(
      `the tests of the report page need a browser, and there is none at ${executablePath}; on Debian: apt-get install -y chromium`,
    )
  return chromium.launch({ executablePath, args: quiet })
}
