/** Finds a Chromium for the browser tests, or gets one: Debian's by apt, elsewhere Playwright's own. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { bin, run } from './processes.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function find(): string | null {
  const given = process.env.CHROMIUM_PATH
  return [given, ...PLACES, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null
}

/** @returns the path of the browser. @throws Error saying how to get one */
export async function provideChromium(): Promise<string> {
  const found = find()
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing Chromium for the browser tests (once) ...')
    await run('/usr/bin/apt-get', ['update', '-qq'])
    await run('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  } else {
    await run(bin('playwright'), ['install', 'chromium'])
  }
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and none could be installed. Install it (Debian: `apt-get install chromium`; elsewhere: `npx playwright install chromium`) or point CHROMIUM_PATH at one.',
  )
}
