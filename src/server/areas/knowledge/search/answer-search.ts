/** Answers a search with sentences of the passages it found, word for word and each with its place. No model is asked, and nothing is charged. */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { AnsweredSearch, KnowledgeAnswer, QuotedAnswer } from '#contract/knowledge/documents.ts'
import { answerFromPassages } from '#nodes/lib/ai/passage-answer.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { SearchKnowledge } from './search.ts'

/** As an agent without a model answers. */
const PASSAGES = 8
const SENTENCES = 3
/** Comparing sentences takes the embedding process up to a second. */
const AT_ONCE_FOR_ONE = 1

export interface AnswerSearch {
  /** @throws not_found, also for a base that is not shared with the one who asks */
  answerSearch(
    grant: KnowledgeGrant,
    base: KnowledgeId,
    asked: AnsweredSearch,
  ): Promise<KnowledgeAnswer & { answer: QuotedAnswer | null }>
}

export function createAnswerSearch(parts: SearchKnowledge & { embed: EmbedPort; log: WarningLog }): AnswerSearch {
  const inTurn = createKeyedSemaphore(AT_ONCE_FOR_ONE)
  const ctx = {
    embed: parts.embed,
    signal: new AbortController().signal,
    log: (reason: string) => parts.log.warn({ reason }, 'a search of knowledge was answered by words alone'),
  }
  return {
    async answerSearch(grant, base, { answer: isWanted, ...asked }) {
      const found = await parts.search(grant, base, asked)
      if (!isWanted) return { ...found, answer: null }
      const passages = found.hits.slice(0, PASSAGES)
      const { sentences, confidence } = await inTurn(grant.on, () =>
        answerFromPassages(ctx, passages, asked.query, SENTENCES),
      )
      const quoted = sentences.map(({ passage: { document_id, position }, ...sentence }) => ({
        ...{ document_id, position },
        ...sentence,
      }))
      return { ...found, answer: { confidence, sentences: quoted } }
    },
  }
}
