/**
 * Draws the pictures that other programs show for us into `src/web/public`: the preview of a shared link (1200 × 630) and the icons of an
 * installed page. Without the product's name, which an operator may change. Run after changing the mark: needs Chromium.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { provideChromium } from './chromium.ts'
import { root } from './processes.ts'

const out = join(root, 'src/web/public')
const font = readFileSync(
  join(root, 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
).toString('base64')

const mark = (size: number, ink: string) =>
  `<svg viewBox="0 0 32 32" width="${size}" height="${size}" fill="none"><path d="M16 2v7M30 16h-7M16 30v-7M2 16h7" stroke="${ink}" stroke-width="3.5" stroke-linecap="round"/><rect x="10.5" y="10.5" width="11" height="11" rx="2.5" fill="#f0a91b"/></svg>`

const style = `<style>
@font-face { font-family: Sans; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
* { margin: 0; box-sizing: border-box } body { font-family: Sans; background: #fcfaf7; color: #1d1f27 }
</style>`

const preview = `${style}<body style="width:1200px;height:630px;padding:84px 88px;display:grid;align-content:space-between">
${mark(120, '#1d1f27')}
<div style="display:grid;gap:28px">
<p style="font-size:68px;line-height:1.12;font-weight:600;letter-spacing:-0.02em;max-width:960px;text-wrap:balance">AI agents that work on real documents, and show their evidence</p>
<p style="font-size:30px;color:#5a5d69">Medical coding · Contract review · Document and financial analysis</p>
</div></body>`

const icon = (size: number) =>
  `${style}<body style="width:${size}px;height:${size}px;display:grid;place-items:center">${mark(Math.round(size * 0.62), '#1d1f27')}</body>`

const PICTURES: [name: string, width: number, height: number, html: string][] = [
  ['og.png', 1200, 630, preview],
  ['apple-touch-icon.png', 180, 180, icon(180)],
  ['icon-192.png', 192, 192, icon(192)],
  ['icon-512.png', 512, 512, icon(512)],
]

const browser = await chromium.launch({ executablePath: await provideChromium(), args: ['--no-sandbox'] })
try {
  for (const [name, width, height, html] of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(html)
    await page.evaluate('document.fonts.ready')
    writeFileSync(join(out, name), await page.screenshot({ type: 'png' }))
    await page.close()
  }
} finally {
  await browser.close()
}
console.log(PICTURES.map(([name]) => name).join(', '))
