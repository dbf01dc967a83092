/** Texts of pictures: how wide they are, as nearly as can be known without drawing them, and where they break. */

/** Parts of the size of the font. */
const NARROW = /[iljtfrI.,:;'|!()[\] ]/
const WIDE = /[mwMW@%—]/
const LARGE = /[A-Z0-9#$&=+<>_~]/

const widthOf = (sign: string): number => {
  if (NARROW.test(sign)) return 0.32
  if (WIDE.test(sign)) return 0.9
  if (LARGE.test(sign)) return 0.66
  return (sign.codePointAt(0) ?? 0) > 0x2e7f ? 1.05 : 0.58
}

/** In px. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + widthOf(sign) * size, 0)

/** As much of a text as fits, with an ellipsis where it was cut. */
export function fitted(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  let used = size
  let kept = ''
  for (const sign of text) {
    used += widthOf(sign) * size
    if (used > width) break
    kept += sign
  }
  return `${kept.trimEnd()}…`
}

/** A text in lines that fit; the last one is cut when there would be more. */
export function wrapped(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || textWidth(longer, size) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
    if (lines.length === most) break
  }
  if (lines.length < most) {
    if (line !== '') lines.push(line)
    return lines.map((one) => fitted(one, width, size))
  }
  return [...lines.slice(0, -1), `${lines.at(-1)} ${line}`].map((one) => fitted(one, width, size))
}
