/** Which label a text has, by words alone: keywords count most, then the words of the label's name and description. */
import { terms } from '#nodes/lib/retrieval/tokens.ts'

export interface Label {
  name: string
  description: string
  keywords: readonly string[]
}

export type Scored = {
  name: string
  /** 0 to 1: its share of all that was found. */
  confidence: number
  /** The keyword that decided, as written in the settings. */
  because: string[]
}

/** One word of a mail decides little, ten of the same no more than three. */
const MOST_HITS = 3
const KEYWORD = 3
const NAME = 2
const DESCRIPTION = 0.5

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char)

function hits(text: string, phrase: string): number {
  let count = 0
  for (let at = text.indexOf(phrase); at >= 0 && count < MOST_HITS; at = text.indexOf(phrase, at + phrase.length)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + phrase.length])) count++
  }
  return count
}

/** Best first; labels nothing speaks for are left out. */
export function classifyByWords(text: string, labels: readonly Label[]): Scored[] {
  const low = text.toLowerCase()
  const known = new Set(terms(text))
  const scored = labels.map(({ name, description, keywords }) => {
    const because: string[] = []
    let score = 0
    for (const keyword of keywords) {
      const found = hits(low, keyword.trim().toLowerCase())
      if (found > 0) because.push(keyword)
      score += KEYWORD * Math.sqrt(found)
    }
    for (const term of new Set(terms(name.replaceAll('_', ' ')))) {
      if (!known.has(term)) continue
      because.push(name)
      score += NAME
    }
    for (const term of new Set(terms(description))) if (known.has(term)) score += DESCRIPTION
    return { name, score, because: [...new Set(because)] }
  })
  const total = scored.reduce((sum, { score }) => sum + score, 0)
  return scored
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score)
    .map(({ name, score, because }) => ({ name, because, confidence: Math.round((score / total) * 1000) / 1000 }))
}
