/** What limits curated answers. */
export const CURATED = {
  /** Of one workflow. */
  answers: 500,
  questions: 1_000,
  /** Of one answer. */
  phrasings: 10,
  question: 500,
  answer: 10_000,
  /** Characters of a file that is imported. */
  file: 2_000_000,
  /** How alike a question has to be, from 0 to 1, where nothing else is set. */
  similarity: 0.75,
} as const
