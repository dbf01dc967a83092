/** Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) over lists of terms. */

export interface Hit {
  /** Position of the document in the list the index was made from. */
  index: number
  score: number
}

export interface Bm25Index {
  /** The best documents for the terms, best first; documents without any of them are left out. */
  search(query: readonly string[], limit: number): Hit[]
  /** How rare a term is; 0 for a term that no document has. */
  idf(term: string): number
}

const K1 = 1.2
const B = 0.75

/** Best first; equal scores keep document order. */
export const byScore = (a: Hit, b: Hit): number => b.score - a.score || a.index - b.index

/** Builds the index in one pass; memory grows with the distinct terms per document. */
export function bm25Index(documents: readonly (readonly string[])[]): Bm25Index {
  const postings = new Map<string, Map<number, number>>()
  let total = 0
  for (const [index, document] of documents.entries()) {
    total += document.length
    for (const term of document) {
      const counts = postings.get(term) ?? new Map<number, number>()
      if (counts.size === 0) postings.set(term, counts)
      counts.set(index, (counts.get(index) ?? 0) + 1)
    }
  }
  const average = documents.length === 0 ? 1 : Math.max(total / documents.length, 1)
  const idf = (term: string): number => {
    const found = postings.get(term)?.size ?? 0
    return found === 0 ? 0 : Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
  }
  return {
    idf,
    search(query, limit) {
      const scores = new Map<number, number>()
      for (const term of new Set(query)) {
        const weight = idf(term)
        for (const [index, count] of postings.get(term) ?? []) {
          const length = documents[index]?.length ?? 0
          const part = (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average))
          scores.set(index, (scores.get(index) ?? 0) + part)
        }
      }
      const hits = Array.from(scores, ([index, score]) => ({ index, score }))
      return hits.sort(byScore).slice(0, limit)
    },
  }
}
