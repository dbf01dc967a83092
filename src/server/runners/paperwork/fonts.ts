/**
 * The letters that PDFs are written with. Two fonts inside the installation are embedded: Liberation Sans for Latin, Greek and Cyrillic,
 * Noto Sans Devanagari for Devanagari and ₹.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)
const folder = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/** Devanagari with its joiners, and the rupee sign. */
const INDIC = /[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u20b9]|\u200c|\u200d/
/** What Liberation Sans draws. */
const KNOWN =
  /[\t\n\u0020-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030\u2032\u2033\u2039\u203a\u20a0-\u20b8\u2122\u2190-\u2195\u2202-\u2265\u2500-\u25ff]/

let registered = false

/** Makes the fonts known to Skia, once in a process. */
export function loadFonts(): void {
  if (registered) return
  registered = true
  const latin = (style: string) => join(folder('pdfjs-dist'), `standard_fonts/LiberationSans-${style}.ttf`)
  const deva = 'files/noto-sans-devanagari-devanagari-wght-normal.woff2'
  GlobalFonts.registerFromPath(latin('Regular'), 'Paper')
  GlobalFonts.registerFromPath(latin('Bold'), 'Paper Bold')
  GlobalFonts.registerFromPath(join(folder('@fontsource-variable/noto-sans-devanagari'), deva), 'Paper Indic')
}

/** As `font` of a drawing context. @param size in points */
export const fontOf = (size: number, bold: boolean): string =>
  `${size}px "${bold ? 'Paper Bold' : 'Paper'}", "Paper Indic"`

/** As `fontVariationSettings` of a drawing context, next to `fontOf`: the Indic font has all weights in one file. */
export const weightOf = (bold: boolean): string => `"wght" ${bold ? 700 : 400}`

/** Whether there is a letter for it. */
export const hasLetter = (character: string): boolean => INDIC.test(character) || KNOWN.test(character)
