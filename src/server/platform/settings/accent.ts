/** An operator's accent colour: what it is used on, whether it can be read there, and the style that puts it into pages. */
import culori from 'culori/require'
import { type Accent, BRAND } from '#contract/platform/brand.ts'

const { clampChroma, converter, formatHex, interpolate, wcagContrast } = culori

type Theme = keyof Accent
export const THEMES: readonly Theme[] = ['light', 'dark']

/** The surfaces of `web/ui/theme.css` that it is written on, and what is written on it; `accent.test.ts` holds them together. */
export const GROUNDS: Record<Theme, Record<string, string>> = {
  light: {
    paper: 'oklch(0.985 0.004 90)',
    surface: 'oklch(1 0 0)',
    raised: 'oklch(1 0 0)',
    sunken: 'oklch(0.962 0.005 90)',
    hover: 'oklch(0.945 0.006 90)',
  },
  dark: {
    paper: 'oklch(0.185 0.008 275)',
    surface: 'oklch(0.222 0.009 275)',
    raised: 'oklch(0.255 0.01 275)',
    sunken: 'oklch(0.163 0.008 275)',
    hover: 'oklch(0.275 0.011 275)',
  },
}
export const ON_STRONG: Record<Theme, string> = { light: 'oklch(1 0 0)', dark: 'oklch(0.17 0.01 275)' }

const toOklch = converter('oklch')
const mixed = (from: string, to: string, part: number): string => formatHex(interpolate([from, to], 'oklab')(part))

/** What is made of it: its tint, and the primary button under the pointer. */
const derived = (accent: string, theme: Theme) => ({
  soft: mixed(GROUNDS[theme].surface ?? '', accent, theme === 'light' ? 0.07 : 0.14),
  hover: mixed(accent, theme === 'light' ? '#000000' : '#ffffff', 0.12),
})

const NAMES: Record<string, string> = {
  paper: 'the page',
  surface: 'cards',
  raised: 'dialogs',
  sunken: 'sunken areas',
  hover: 'what the pointer is on',
  soft: 'its own tint',
  'on-strong': 'the text of buttons',
}

/** The lowest contrast it has where it is used, and where that is. */
export function lowestContrast(accent: string, theme: Theme): { ratio: number; on: string } {
  const pairs: [string, string][] = [
    ...Object.entries(GROUNDS[theme]),
    ['soft', derived(accent, theme).soft],
    ['on-strong', ON_STRONG[theme]],
  ]
  const measured = pairs.map(([name, ground]) => ({ ratio: wcagContrast(accent, ground), on: NAMES[name] ?? name }))
  return measured.toSorted((a, b) => a.ratio - b.ratio)[0] ?? { ratio: 0, on: '' }
}

const STEP = 0.005

/** The colour of the same hue with the nearest lightness that can be read everywhere. */
export function nearestReadable(accent: string, theme: Theme): string {
  const { l, c, h } = toOklch(accent)
  for (let away = 0; away <= 1; away += STEP)
    for (const lightness of theme === 'light' ? [l - away, l + away] : [l + away, l - away]) {
      if (lightness < 0 || lightness > 1) continue
      const hex = formatHex(clampChroma({ mode: 'oklch', l: lightness, c, ...(h !== undefined && { h }) }, 'oklch'))
      if (lowestContrast(hex, theme).ratio >= BRAND.contrast) return hex
    }
  throw new Error(`No lightness of ${accent} can be read in the ${theme} theme`)
}

/** Why a colour is refused; null for one that can be read everywhere. */
export function refusalOfAccent(accent: string, theme: Theme): string | null {
  const { ratio, on } = lowestContrast(accent, theme)
  if (ratio >= BRAND.contrast) return null
  // Cut off rather than rounded: 4.496 must not read as enough.
  const measured = (Math.floor(ratio * 100) / 100).toFixed(2)
  return `The contrast of ${accent} with ${on} is ${measured}:1, and ${BRAND.contrast}:1 is needed. The nearest colour that has it is ${nearestReadable(accent, theme)}.`
}

function variables(accent: string, theme: Theme): string {
  const { soft, hover } = derived(accent, theme)
  const values = {
    indigo: accent,
    'indigo-soft': soft,
    marigold: accent,
    'marigold-edge': accent,
    'marigold-hover': hover,
    'marigold-soft': soft,
    'marigold-ink': accent,
    'on-marigold': ON_STRONG[theme],
  }
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

/** Replaces the colours of links, selection and the primary action in both themes. */
export const accentStyle = ({ light, dark }: Accent): string =>
  `:root,[data-theme="light"]{${variables(light, 'light')}}[data-theme="dark"]{${variables(dark, 'dark')}}`
