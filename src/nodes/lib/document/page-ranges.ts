/** Pages as people write them. */
import { NodeError } from '#nodes/node.ts'

const MOST = 2_000

/** `1-3, 5, 8-` gives `[[1, 3], [5, 5], [8, last]]`. @throws NodeError `pages_invalid` */
export function pageRanges(written: string, last: number, field = 'pages'): [number, number][] {
  const refuse = (part: string) =>
    new NodeError('pages_invalid', `“${part.slice(0, 40)}” names no pages of 1 to ${last}; write 1-3, 5, 8-`, { field })
  return written.split(',').map((raw) => {
    const part = raw.trim()
    const match = /^(\d{1,5})(?:\s?[-–]\s?(\d{0,5}))?$/.exec(part)
    if (match === null) throw refuse(part)
    const from = Number(match[1])
    const to = match[2] === undefined ? from : match[2] === '' ? last : Number(match[2])
    if (from < 1 || to < from || to > last) throw refuse(part)
    return [from, to]
  })
}

/** Every page once, in order. @throws NodeError `pages_invalid` */
export function pageNumbers(written: string, field = 'pages'): number[] {
  const all = new Set<number>()
  for (const [from, to] of pageRanges(written, MOST, field)) for (let page = from; page <= to; page++) all.add(page)
  return [...all].toSorted((a, b) => a - b)
}
