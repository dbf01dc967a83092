/** Words found in a document: case and the kind and number of blanks make no difference. */
import type { FileText } from '#contract/runs/files.ts'
import type { Box } from '#findings/result.ts'

/** UTF-16 positions in the text. */
export interface Hit {
  start: number
  end: number
}

/** A hit on a page, a box for each line or part of one. */
export interface PageHit {
  page: number
  boxes: Box[]
}

/** More are not listed; nobody steps through so many. */
export const MOST_HITS = 1000

/** The text as it is compared, with where each of its characters is in the text. */
interface Folded {
  text: string
  at: Uint32Array
}

const BLANK = /\s/

/** Lower case, each run of blanks one space. A character whose lower case is longer keeps its own place for all of it. */
export function foldText(text: string): Folded {
  const parts: string[] = []
  const at: number[] = []
  let afterBlank = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (BLANK.test(character)) {
      if (!afterBlank) {
        parts.push(' ')
        at.push(index)
      }
      afterBlank = true
      continue
    }
    afterBlank = false
    for (const lower of character.toLowerCase()) {
      parts.push(lower)
      for (let unit = 0; unit < lower.length; unit += 1) at.push(index)
    }
  }
  return { text: parts.join(''), at: Uint32Array.from(at) }
}

/** @returns at most `MOST_HITS`, in order, none inside another */
export function findHits(folded: Folded, words: string): Hit[] {
  const wanted = foldText(words).text.trim()
  if (wanted === '') return []
  const hits: Hit[] = []
  for (let from = folded.text.indexOf(wanted); from !== -1; from = folded.text.indexOf(wanted, from + wanted.length)) {
    const last = folded.at[from + wanted.length - 1] ?? 0
    hits.push({ start: folded.at[from] ?? 0, end: last + 1 })
    if (hits.length === MOST_HITS) break
  }
  return hits
}

type Item = FileText['items'][number]

/** The part of an item's box that the hit covers: its letters are taken to be of one width. */
function partOf({ start, end, box }: Item, hit: Hit): Box {
  const [x0, y0, x1, y1] = box
  const length = Math.max(1, end - start)
  const left = x0 + ((x1 - x0) * Math.max(0, hit.start - start)) / length
  const right = x0 + ((x1 - x0) * (Math.min(end, hit.end) - start)) / length
  return [left, y0, right, y1]
}

/** Where the hits are on the pages. `items` are in the order of the text; a hit without an item is on page 0. */
export function placeHits(hits: readonly Hit[], items: readonly Item[]): PageHit[] {
  const sorted = items.toSorted((a, b) => a.start - b.start)
  let first = 0
  return hits.map((hit) => {
    while (first < sorted.length && (sorted[first]?.end ?? 0) <= hit.start) first += 1
    const covered: Item[] = []
    for (let index = first; index < sorted.length; index += 1) {
      const item = sorted[index]
      if (item === undefined || item.start >= hit.end) break
      if (item.end > hit.start) covered.push(item)
    }
    return { page: covered[0]?.page ?? 0, boxes: covered.map((item) => partOf(item, hit)) }
  })
}
