/** How the colours of notes and groups look in the tokens of the theme. */
import type { Color } from '#graph/document.ts'
import { COLORS } from '#graph/values/document-values.ts'

export type Shade = Color | 'plain'
export const SHADES: readonly Shade[] = ['plain', ...COLORS]

export const SHADE_NAMES: Readonly<Record<Shade, string>> = {
  plain: 'Grey',
  marigold: 'Yellow',
  indigo: 'Blue',
  good: 'Green',
  bad: 'Red',
}

/** Fill and edge of a note or a frame. */
export const SHADE_CLASSES: Readonly<Record<Shade, string>> = {
  plain: 'border-control/50 bg-sunken',
  marigold: 'border-marigold-edge/70 bg-marigold-soft',
  indigo: 'border-indigo/60 bg-indigo-soft',
  good: 'border-good/60 bg-good-soft',
  bad: 'border-bad/60 bg-bad-soft',
}
