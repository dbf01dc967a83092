/** What pictures of workflows are made of: their colours, texts and boxes. Pure. */
import type { Color } from '#graph/document.ts'
import type { Box } from '#web/canvas/model/graph/groups.ts'
import { categoryLook, type Hue } from '#web/ui/category.ts'

/** The tokens of the light theme, which a picture cannot read. */
export const INK = {
  paper: '#fbfaf7',
  card: '#ffffff',
  sunken: '#f4f2ef',
  line: '#84868e',
  ink: '#1b1c24',
  muted: '#585a63',
  wire: '#9a9ca6',
  bad: '#b71920',
  indigo: '#3f40c4',
  indigoSoft: '#edefff',
}
/** The colours of categories and their tints, as the cards have them. */
const HUE: Record<Hue, { ink: string; soft: string }> = {
  healthcare: { ink: '#086b6c', soft: '#d8f5f5' },
  legal: { ink: '#7241a0', soft: '#f4ecfe' },
  documents: { ink: '#0c60a3', soft: '#e4f0fd' },
  finance: { ink: '#1d6835', soft: '#dff6e2' },
  support: { ink: '#b52f4e', soft: '#ffeaec' },
  data: { ink: '#4e5969', soft: '#eaedf2' },
}
export const hueOf = (category = '') => HUE[categoryLook(category).hue]
export const SOFT: Record<Color | 'plain', { fill: string; line: string }> = {
  plain: { fill: '#f4f2ec', line: '#d5d2c8' },
  marigold: { fill: '#fdf1d8', line: '#e3a72e' },
  indigo: { fill: '#ececfb', line: '#6c63d8' },
  good: { fill: '#e3f5e9', line: '#3f9460' },
  bad: { fill: '#fdebe8', line: '#c9483c' },
}

/** Text of anybody within XML: its signs, and nothing that XML cannot hold. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const at = (value: number) => Math.round(value * 10) / 10

interface TextLook {
  size?: number
  weight?: number
  fill?: string
  struck?: boolean
}
export const words = (
  x: number,
  y: number,
  text: string,
  { size = 14, weight = 400, fill = INK.ink, struck = false }: TextLook = {},
) =>
  `<text x="${at(x)}" y="${at(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}"${struck ? ' text-decoration="line-through"' : ''}>${xml(text)}</text>`

export const rect = (box: Box, look: string, round = 8) =>
  `<rect x="${at(box.x)}" y="${at(box.y)}" width="${at(box.width)}" height="${at(box.height)}" rx="${round}" ${look}/>`
