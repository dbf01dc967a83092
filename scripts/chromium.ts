/** Finds a Chromium, or gets one: Debian's by apt, elsewhere Playwright's own. */
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

/** Installs a package of Debian without asking. @returns whether it is there now */
async function install(name: string): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  console.log(`Installing ${name} (once) ...`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('/usr/bin/apt-get', ['update', '-qq'])
  return (await run('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)) === 0
}

/** @returns the path of the browser. @throws Error saying how to get one */
export async function provideChromium(): Promise<string> {
  const found = find()
  if (found) return found
  if (!(await install('chromium'))) await run(bin('playwright'), ['install', 'chromium'])
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and none could be installed. Install it (Debian: `apt-get install chromium`; elsewhere: `npx playwright install chromium`) or point CHROMIUM_PATH at one.',
  )
}

const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The browser of the tests: Chromium without a window of its own, which needs two thirds of the time, where Debian has it. Benches
 * measure what people use, so they keep the whole one.
 * @returns its path. @throws Error saying how to get one
 */
export async function provideTestBrowser(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return provideChromium()
  if (existsSync(SHELL)) return SHELL
  return (await install('chromium-headless-shell')) && existsSync(SHELL) ? SHELL : provideChromium()
}
