/** The colours of both themes: every text can be read on everything that it is written on (WCAG 2.2, 1.4.3 and 1.4.11). */
import { expect, type Page, test } from '@playwright/test'

const PAGES = ['paper', 'surface', 'sunken', 'hover']
const TONES = ['indigo', 'good', 'bad', 'warn']
const TEXT = 4.5
const GRAPHICS = 3

/** Foregrounds, and the backgrounds each is used on. */
const PAIRS: [least: number, foregrounds: string[], backgrounds: string[]][] = [
  [TEXT, ['ink', 'muted', 'marigold-ink', ...TONES], PAGES],
  [TEXT, ['ink', 'muted'], [...TONES, 'marigold'].map((tone) => `${tone}-soft`)],
  ...TONES.map((tone): [number, string[], string[]] => [TEXT, [tone], [`${tone}-soft`]]),
  [TEXT, ['marigold-ink'], ['marigold-soft']],
  [TEXT, ['on-marigold'], ['marigold', 'marigold-hover']],
  [TEXT, ['on-strong'], TONES],
  [TEXT, ['paper'], ['ink']],
  // The edge of a field or of the primary button, and the ring around what has the focus.
  [GRAPHICS, ['control', 'marigold-edge', 'indigo'], ['paper', 'surface']],
]

/** Separate things without saying anything, or lie over a whole page. */
const DECORATION = ['line', 'scrim', 'float']

/** @returns the names of the colours of the theme, and the contrast of each pair `foreground on background` */
const measured = (page: Page, pairs: [string, string][]): Promise<{ names: string[]; contrasts: number[] }> =>
  page.evaluate(`(() => {
    const names = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap(function inside(rule) { return rule.cssRules?.length ? [rule, ...[...rule.cssRules].flatMap(inside)] : [rule] })
      .filter((rule) => rule.selectorText?.includes('[data-theme="dark"]') && rule.style.getPropertyValue('--paper'))
      .flatMap((rule) => [...rule.style])
      // Those of the build are for light-dark() in older browsers.
      .filter((name) => /^--(?!lightningcss)/.test(name))
      .map((name) => name.slice(2))
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const luminance = (name) => {
      canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--' + name)
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrasts = ${JSON.stringify(pairs)}.map((pair) => {
      const [dark, light] = pair.map(luminance).sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    })
    return { names, contrasts }
  })()`)

for (const theme of ['light', 'dark'] as const)
  test(`every colour of the ${theme} theme can be read on what it is used on`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/design-system')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const pairs = PAIRS.flatMap(([least, foregrounds, backgrounds]) =>
      foregrounds.flatMap((front) => backgrounds.map((back) => ({ least, pair: [front, back] as [string, string] }))),
    )
    const { names, contrasts } = await measured(
      page,
      pairs.map(({ pair }) => pair),
    )
    const low = pairs.flatMap(({ least, pair }, at) =>
      Number(contrasts[at]) >= least ? [] : [`${pair.join(' on ')}: ${contrasts[at]?.toFixed(2)}`],
    )
    expect(low).toEqual([])
    // A new colour is measured, too.
    const known = new Set([...pairs.flatMap(({ pair }) => pair), ...DECORATION])
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
