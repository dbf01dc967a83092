/**
 * The colours of both themes, computed from theme.css: every text can be read on everything that it is written on, and every sign that
 * says something can be seen (WCAG 2.2 AA, 1.4.3 and 1.4.11).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceNames } from '#test/support/source-names.ts'
import { HUES } from './category.ts'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

type Colour = readonly [lightness: number, chroma: number, hue: number]

/** The opaque colours of a theme, by name; and the names of all else that it sets. */
function themeOf(theme: 'light' | 'dark') {
  const block = css.slice(css.indexOf('{', css.indexOf(`  [data-theme="${theme}"] {`)))
  const colours = new Map<string, Colour>()
  const others: string[] = []
  for (const [, name = '', value = ''] of block.slice(0, block.indexOf('\n  }')).matchAll(/--([\w-]+): ([^;]+);/g)) {
    const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value) ?? []
    if (hue) colours.set(name, [Number(lightness), Number(chroma), Number(hue)])
    else others.push(name)
  }
  return { colours, others }
}

/** Relative luminance of WCAG. OKLCH to linear sRGB by the matrices of CSS Color 4; what a screen cannot show is cut off. */
function luminance([lightness, chroma, hue]: Colour): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = ['paper', 'surface', 'raised']
const GROUNDS = [...SURFACES, 'sunken', 'hover']
const TONES = ['indigo', 'good', 'bad', 'warn']
const TINTS = [...TONES, 'marigold', ...HUES].map((name) => `${name}-soft`)
const PEOPLE = [1, 2, 3, 4, 5].map((number) => `person-${number}`)
const TEXT = 4.5
const GRAPHICS = 3

/** Foregrounds, and the backgrounds each is used on. */
const PAIRS: [least: number, foregrounds: string[], backgrounds: string[]][] = [
  [TEXT, ['ink', 'muted', 'marigold-ink', ...TONES, ...HUES], GROUNDS],
  [TEXT, ['ink', 'muted'], TINTS],
  ...[...TONES, ...HUES].map((name): [number, string[], string[]] => [TEXT, [name], [`${name}-soft`]]),
  [TEXT, ['marigold-ink'], ['marigold-soft']],
  [TEXT, ['on-marigold'], ['marigold', 'marigold-hover']],
  [TEXT, ['on-strong'], [...TONES, ...PEOPLE]],
  [TEXT, PEOPLE, SURFACES],
  [TEXT, ['paper'], ['ink']],
  // The edge of a field or of the primary button, and the ring around what has the focus.
  [GRAPHICS, ['control', 'marigold-edge', 'indigo'], SURFACES],
  // Bars on their grid, and the bar being read.
  [GRAPHICS, [...HUES], ['line', 'hover']],
]

/** Separate things without saying anything, or lie over a whole page. */
const DECORATION = ['line', 'edge', 'scrim', 'depth-card', 'depth-raised']

describe('contrast', () => {
  it('is computed as WCAG does', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 3)
    // #777 on white, the grey that just fails.
    expect(contrast([0.5693, 0, 0], [1, 0, 0])).toBeCloseTo(4.48, 1)
  })

  it.each(['light', 'dark'] as const)('is enough for every colour of the %s theme on what it is used on', (theme) => {
    const { colours } = themeOf(theme)
    const colour = (name: string): Colour => {
      const found = colours.get(name)
      if (!found) throw new Error(`The ${theme} theme has no colour “${name}”`)
      return found
    }
    const low = PAIRS.flatMap(([least, foregrounds, backgrounds]) =>
      foregrounds.flatMap((front) =>
        backgrounds.flatMap((back) => {
          const measured = contrast(colour(front), colour(back))
          return measured < least ? [`${front} on ${back}: ${measured.toFixed(2)}`] : []
        }),
      ),
    )
    expect(low).toEqual([])
  })

  it.each(['light', 'dark'] as const)('is measured for every colour of the %s theme, new ones too', (theme) => {
    const { colours, others } = themeOf(theme)
    const known = new Set([...PAIRS.flatMap(([, front, back]) => [...front, ...back]), ...DECORATION])
    expect(colours.size).toBeGreaterThan(30)
    expect([...colours.keys(), ...others].filter((name) => !known.has(name))).toEqual([])
  })

  it('has the same colours in both themes', () => {
    expect([...themeOf('dark').colours.keys()]).toEqual([...themeOf('light').colours.keys()])
  })
})

describe('the type scale', () => {
  it('is 12, 14, 16, 20, 32 and the display', () => {
    const sizes = [...css.matchAll(/--text-(?:[a-z]+|\d[a-z]+): ([^;]+);/g)].map(([, size]) => size)
    expect(sizes).toEqual(['12px', '14px', '16px', '20px', '32px', 'var(--display)'])
  })

  it('is kept by every screen: a class of another size would do nothing', () => {
    const web = join(import.meta.dirname, '..')
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
    expect(files.length).toBeGreaterThan(400)
    const off = files
      .filter((path) => !path.includes('.test.'))
      .filter((path) => sourceNames(join(web, path)).texts.some((text) => /\btext-(?:sm|2xl|4xl)\b/.test(text)))
    expect(off).toEqual([])
  })
})

it('moves nothing for people who ask for less motion', () => {
  const reduced = css.slice(css.indexOf('@media (prefers-reduced-motion: reduce)'))
  const times = [...css.matchAll(/--(motion[\w-]*): (\d+)ms;/g)]
  const usual = times.map(([, name, ms]) => [name, Number(ms)] as const).filter(([, ms]) => ms > 1)
  expect(usual.map(([, ms]) => ms)).toEqual([120, 180, 240])
  for (const [name] of usual) expect(reduced).toContain(`--${name}: 1ms;`)
})
