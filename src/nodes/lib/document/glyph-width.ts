/** The relative widths of characters in the proportional fonts used in documents. */

/** Widths in thousandths of the type size, rounded from the published metrics of Helvetica; Times and Calibri share the proportions. */
const WIDTHS: [string, number][] = [
  ["ijl'|", 222],
  [' ftI.,:;!/\\[]', 278],
  ['r()-`°', 333],
  ['"', 355],
  ['*', 389],
  ['ckJsvxyz', 500],
  ['FTZ', 611],
  ['ABEKPSVXY&', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['mM%', 850],
  ['W@', 960],
]
const OTHER = 556

const table = new Map(WIDTHS.flatMap(([characters, width]) => [...characters].map((character) => [character, width])))

/** The width of `text` from `start` to `end` (UTF-16), comparable within one font only. */
export function relativeWidth(text: string, start: number, end: number): number {
  let width = 0
  for (let at = start; at < end; at++) width += table.get(text.charAt(at)) ?? OTHER
  return width
}
