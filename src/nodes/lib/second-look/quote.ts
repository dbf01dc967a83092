/** From the words a model says it read back to their place: what is not there was not read. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'

/** Shorter words prove nothing. */
const LEAST = 3
/** Nothing behind this is given to a model. */
const MOST = 400_000

interface Folded {
  text: string
  /** Position in the original of each character, and of the end. */
  at: number[]
}

const PLAIN: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '‑': '-',
  '\u00a0': ' ',
}

const HIDDEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/

/** White space, quotation marks, dashes and capitals are what models change when they copy. */
function folded(text: string): Folded {
  const at: number[] = []
  const out: string[] = []
  let afterSpace = true
  for (let index = 0; index < text.length; index++) {
    const char = PLAIN[text[index] ?? ''] ?? text[index] ?? ''
    // What nobody sees is not given to the model either.
    if (HIDDEN.test(char)) continue
    const space = /\s/.test(char)
    if (space && afterSpace) continue
    afterSpace = space
    const lower = char.toLowerCase()
    out.push(space ? ' ' : lower.length === 1 ? lower : char)
    at.push(index)
  }
  at.push(text.length)
  return { text: out.join(''), at }
}

/** All positions of one text in another (Knuth, Morris and Pratt: linear for any text). */
function* places(text: string, wanted: string): Generator<number> {
  const back = [0]
  const next = (matched: number, char: string | undefined): number => {
    let length = matched
    while (length > 0 && wanted[length] !== char) length = back[length - 1] ?? 0
    return wanted[length] === char ? length + 1 : 0
  }
  for (let index = 1; index < wanted.length; index++) back.push(next(back[index - 1] ?? 0, wanted[index]))
  let matched = 0
  for (let index = 0; index < text.length; index++) {
    matched = next(matched, text[index])
    if (matched < wanted.length) continue
    yield index - wanted.length + 1
    matched = back[matched - 1] ?? 0
  }
}

/** Finds quotes in a text that is folded once. Time grows with the text and the quotes, not with their product. */
export class Quotes {
  readonly #folded: Folded
  constructor(text: string) {
    this.#folded = folded(text.slice(0, MOST))
  }

  /** Position of the quote, searched first inside `within`; null if it is not in the text. */
  place(quote: string, within: Span | null = null): Span | null {
    const wanted = folded(quote).text.trim()
    if (wanted.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST) return null
    const { text, at } = this.#folded
    for (const index of places(text, wanted)) {
      const start = at[index] ?? 0
      const end = (at[index + wanted.length - 1] ?? start) + 1
      if (within === null || (start >= within.start && end <= within.end)) return { start, end }
      if (start >= within.end) return null
    }
    return null
  }
}
