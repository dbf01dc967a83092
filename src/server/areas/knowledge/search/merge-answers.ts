/** Joins what several knowledge bases answered to one question. Pure. */
import type { KnowledgeAnswer, KnowledgeHit } from '#contract/knowledge/documents.ts'
import { bestScore, fuse } from './fuse.ts'

const keyOf = ({ document_id, position }: KnowledgeHit): string => `${document_id} ${position}`

/** Keys of the hits that have this figure, the highest first. */
const ranked = (hits: readonly KnowledgeHit[], figure: 'words' | 'meaning'): string[] =>
  hits
    .filter((hit) => hit[figure] !== null)
    .sort((a, b) => (b[figure] ?? 0) - (a[figure] ?? 0))
    .map(keyOf)

/**
 * Ranks the hits of all bases as those of one are ranked: scores of one search can't be compared with those of another, its figures can.
 * Where a base was answered by words alone, so is the whole.
 */
export function mergeAnswers(answers: readonly KnowledgeAnswer[], limit: number): KnowledgeAnswer {
  const [only, ...others] = answers
  if (only && others.length === 0) return only
  const hits = answers.flatMap((answer) => answer.hits)
  const byKey = new Map(hits.map((hit) => [keyOf(hit), hit]))
  const [words, meaning] = [ranked(hits, 'words'), ranked(hits, 'meaning')]
  const most = bestScore({ words: words.length > 0, meaning: meaning.length > 0 })
  const best = fuse(words, meaning).slice(0, limit)
  const rankIn = (list: readonly string[], key: string) => (list.includes(key) ? list.indexOf(key) + 1 : null)
  return {
    mode: answers.some(({ mode }) => mode === 'words') ? 'words' : (only?.mode ?? 'hybrid'),
    warning: answers.find(({ warning }) => warning !== null)?.warning ?? null,
    searched: answers.reduce((sum, { searched }) => sum + searched, 0),
    took_ms: Math.max(0, ...answers.map(({ took_ms }) => took_ms)),
    hits: best.flatMap(({ key, score }) => {
      const hit = byKey.get(key)
      if (hit === undefined) return []
      const ranks = { words_rank: rankIn(words, key), meaning_rank: rankIn(meaning, key) }
      return [{ ...hit, score, fit: score / most, ...ranks }]
    }),
  }
}
