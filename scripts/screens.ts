/**
 * `npm run screens [-- FOLDER]`: the first window of the screens that decide, light, dark and 390 px wide, reduced into `docs/screens/now`.
 * `docs/screens/before` has the same of the version before the redesign (0341), made in a checkout of it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildWebIfStale } from './build.ts'
import { provideChromium } from './chromium.ts'
import { bin, root, run } from './processes.ts'

/** Names of `test/support/sights.ts`. */
const SCREENS = [
  ...['home', 'marketplace', 'agent-id-', 'marketplace-categories-slug-', 'pricing', 'login', 'signup', 'api', '404'],
  ...['dashboard', 'my-ai-services-id-', 'service-share', 'runs-id-', 'subscription', 'payments-id-', 'access-denied'],
  ...['designer-claims', 'custom-agents-id-', 'knowledge-id-', 'workflows-templates', 'seller', 'my-workflows-own'],
]
/** Width of a reduced picture, in pixels, and the height of a window as it is looked at. */
const SIZES = { wide: { width: 720, window: 860 }, phone: { width: 260, window: 844 } }

/** @returns the upper part of a picture, smaller, as WebP */
async function reduce(page: Page, png: Buffer, { width, window }: { width: number; window: number }): Promise<Buffer> {
  const url = await page.evaluate(
    `new Promise((done) => {
      const image = new Image()
      image.onload = () => {
        const height = Math.min(image.height, ${window})
        const canvas = document.createElement('canvas')
        canvas.width = ${width}
        canvas.height = Math.round((height * ${width}) / image.width)
        const context = canvas.getContext('2d')
        context.imageSmoothingQuality = 'high'
        context.drawImage(image, 0, 0, image.width, height, 0, 0, canvas.width, canvas.height)
        done(canvas.toDataURL('image/webp', 0.72))
      }
      image.src = 'data:image/png;base64,${png.toString('base64')}'
    })`,
  )
  return Buffer.from(String(url).replace(/^.*,/, ''), 'base64')
}

const into = join(root, process.argv[2] ?? 'docs/screens/now')
const from = join(root, '.data/screenshots')
const CHROMIUM_PATH = await provideChromium()
await buildWebIfStale()
rmSync(from, { recursive: true, force: true })
const names = `(^| )(${SCREENS.join('|')}) is sound$`
await run(bin('playwright'), ['test', 'every-page', '-g', names, '--reporter=dot'], { CHROMIUM_PATH, PICTURES: 'yes' })
rmSync(into, { recursive: true, force: true })
mkdirSync(into, { recursive: true })
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const file of readdirSync(from)) {
    const picture = await reduce(page, readFileSync(join(from, file)), file.includes('390') ? SIZES.phone : SIZES.wide)
    writeFileSync(join(into, file.replace(/png$/, 'webp')), picture)
  }
} finally {
  await browser.close()
}
