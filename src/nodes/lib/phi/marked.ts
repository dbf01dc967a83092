/** Notes in which people marked what is personal: `[[name|Asha Rao]]`. For tests and measurements. */
import type { PhiFinding } from './kinds.ts'

export interface MarkedNote {
  title: string
  text: string
  marks: { kind: string; start: number; end: number }[]
}

/** Notes begin with a line `### title`. */
export function readMarked(source: string): MarkedNote[] {
  return source
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      const marks: MarkedNote['marks'] = []
      let text = ''
      let at = 0
      const body = lines.join('\n').trim()
      for (const match of body.matchAll(/\[\[(\w+)\|([^\]]*)\]\]/g)) {
        text += body.slice(at, match.index)
        marks.push({ kind: match[1] ?? '', start: text.length, end: text.length + (match[2] ?? '').length })
        text += match[2] ?? ''
        at = match.index + match[0].length
      }
      return { title, text: text + body.slice(at), marks }
    })
}

/** Removed is removed, whatever it was called: a mark counts when every letter and digit of it is inside of findings. */
export const covered = (
  text: string,
  { start, end }: { start: number; end: number },
  found: readonly PhiFinding[],
): boolean => {
  for (let at = start; at < end; at++)
    if (/[\p{L}\p{N}]/u.test(text.charAt(at)) && !found.some((one) => one.start <= at && at < one.end)) return false
  return true
}

/** A finding that touches no mark took away words that say nothing of a person. */
export const needless = (found: readonly PhiFinding[], marks: MarkedNote['marks']): PhiFinding[] =>
  found.filter((one) => !marks.some(({ start, end }) => one.start < end && one.end > start))
