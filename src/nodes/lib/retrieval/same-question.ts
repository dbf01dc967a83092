/**
 * How sure it is that two questions ask for the same thing. Vectors alone can’t tell: “Are you open on Sunday?” is nearer to “… on Monday?”
 * than to “What are your opening hours?”. So words count as much, and a word, a number or a negation that only one of them has counts
 * against it.
 */
import { terms } from './tokens.ts'

/** Stems that say nothing of what is asked. */
const FILLERS = new Set(
  'want need like know pleas tell get help hi hello hey dear thank question time way possibl possib let just actual realli exact'.split(
    ' ',
  ),
)
const NEGATION = /(?:^|\s)(?:no|not|never|without|non|nor|cannot|nahi|\S+n['’]t)(?=\s|$)/giu
const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu

/** As two questions are the same to the letter: without case, punctuation and repeated spaces. */
export const plainQuestion = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export interface Question {
  plain: string
  words: ReadonlySet<string>
  numbers: string
  negated: boolean
}

export function readQuestion(text: string): Question {
  const words = terms(text)
  const telling = words.filter((word) => !FILLERS.has(word))
  return {
    plain: plainQuestion(text),
    words: new Set(telling.length > 0 ? telling : words),
    numbers: (text.match(NUMBER) ?? []).sort().join(' '),
    negated: (text.match(NEGATION)?.length ?? 0) % 2 === 1,
  }
}

/**
 * From 0 to 1, which says that they are the same to the letter.
 * @param cosine of their vectors; null where there are none: then words alone count
 */
export function sameQuestion(one: Question, other: Question, cosine: number | null): number {
  if (one.plain === other.plain) return one.plain === '' ? 0 : 1
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  const total = one.words.size + other.words.size
  const overlap = total === 0 ? 0 : (2 * shared) / total
  const near = cosine === null ? overlap : Math.max(0, cosine)
  const isReplaced = shared < one.words.size && shared < other.words.size
  const isOther = one.numbers !== other.numbers || one.negated !== other.negated
  const score = (0.4 * near + 0.6 * overlap) * (isReplaced ? 0.85 : 1) * (isOther ? 0.6 : 1)
  return Math.min(0.99, Math.round(score * 100) / 100)
}
