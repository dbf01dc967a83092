import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accentStyle, GROUNDS, lowestContrast, nearestReadable, ON_STRONG, refusalOfAccent, THEMES } from './accent.ts'

const css = readFileSync(join(import.meta.dirname, '../../../web/ui/theme.css'), 'utf8')

it.each(THEMES)('measures against the surfaces that the %s theme has', (theme) => {
  const start = css.indexOf('{', css.indexOf(`  [data-theme="${theme}"] {`))
  const block = css.slice(start, css.indexOf('\n  }', start))
  for (const [name, value] of [...Object.entries(GROUNDS[theme]), ['on-strong', ON_STRONG[theme]]])
    expect(block).toContain(`--${name}: ${value};`)
})

it('names the measured ratio, and the nearest colour that is enough', () => {
  expect(refusalOfAccent('#1d4ed8', 'light')).toBeNull()
  expect(refusalOfAccent('#93c5fd', 'dark')).toBeNull()
  const refusal = refusalOfAccent('#ffcc00', 'light') ?? ''
  expect(refusal).toMatch(/^The contrast of #ffcc00 with what the pointer is on is 1\.2\d:1, and 4\.5:1 is needed\./)
  const [, nearest = ''] = /nearest colour that has it is (#[0-9a-f]{6})\.$/.exec(refusal) ?? []
  expect(refusalOfAccent(nearest, 'light')).toBeNull()
})

it('finds a readable colour for every one there is, also black, white and grey', () => {
  const parts = ['00', '55', 'aa', 'ff']
  for (const theme of THEMES)
    for (const red of parts)
      for (const green of parts)
        for (const blue of parts) {
          const found = nearestReadable(`#${red}${green}${blue}`, theme)
          expect(lowestContrast(found, theme).ratio).toBeGreaterThanOrEqual(4.5)
        }
})

it('keeps a colour that is readable as it is', () => {
  expect(nearestReadable('#1d4ed8', 'light')).toBe('#1d4ed8')
})

it('writes nothing but colours into the page', () => {
  expect(accentStyle({ light: '#1d4ed8', dark: '#93c5fd' })).toMatch(/^[\w#:;,{}[\]="()\s.-]+$/)
})
