/**
 * The pipeline: reads a document, cuts it, makes its vectors and puts its index in the place of the old one. Each step is in the database, so
 * a process that dies loses what it was at and nothing before; another one takes the document on. An index has a number of its own: what was
 * made for a file that was replaced meanwhile is never searched.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { pagesWithoutText } from '#nodes/lib/document/parsed-document.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import { NodeError } from '#nodes/node.ts'
import type { Embed } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import {
  type EmbedOutside,
  embedBy,
  nameOf,
  type OutsideEmbedding,
} from '#server/areas/knowledge/bases/outside-embedding.ts'
import { WordIndexBuilder } from '#server/areas/knowledge/search/word-index.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { workInLanes } from '#server/platform/jobs/lanes.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { packVector } from '#server/platform/vectors/signature.ts'
import { type CutChunk, cutDocument, searchedText } from './chunk-document.ts'
import * as store from './indexing.store.ts'
import { type ReadingParts, readFile } from './read-file.ts'

export interface IndexingParts extends ReadingParts {
  db: Database
  /** In a process of its own: a long document keeps no search waiting. */
  embed: Embed
  embedOutside: EmbedOutside
  log: WarningLog
}

const EMBED_AT_ONCE = 32
/** Where that took too long before: on a busy machine fewer are done in time. */
const EMBED_AGAIN = 4
/** For the vectors of some chunks. */
const OUTSIDE_MS = 60_000
const STORE_AT_ONCE = 500
/** What ends like this is tried again; after so many times without getting further it is the document. */
const MOST_ATTEMPTS = 6

/** The work on a document ends: another process has it, or there is something newer to make. */
class Superseded extends Error {}

/** Indexes what waits, until nothing does: a long document keeps no other owner waiting. @returns how many were taken */
export const indexWaiting = (parts: IndexingParts, signal: AbortSignal): Promise<number> =>
  workInLanes(
    {
      claim: (from) => parts.db.transaction().execute((tx) => store.claimDocument(tx, from)),
      work: (claimed) => indexDocument(parts, claimed, signal),
    },
    signal,
  )

async function indexDocument(parts: IndexingParts, claimed: store.ClaimedDocument, signal: AbortSignal): Promise<void> {
  const { db, log } = parts
  try {
    if (!claimed.is_cut) await cut(parts, claimed, signal)
    await embed(parts, claimed, signal)
    await finish(db, claimed)
  } catch (error) {
    if (error instanceof Superseded) await store.deleteStaleChunks(db, claimed)
    else if (signal.aborted) await store.releaseDocument(db, claimed)
    else if (error instanceof NodeError && !error.retryable && !isOurs(error))
      await store.failDocument(db, claimed, error)
    else if (claimed.attempts >= MOST_ATTEMPTS) {
      log.warn({ err: error, document: claimed.id }, 'a document of knowledge could not be indexed')
      const message = error instanceof NodeError ? error.message : 'The document couldn’t be indexed. Try again later.'
      await store.failDocument(db, claimed, { code: error instanceof NodeError ? error.code : 'index_failed', message })
    } else {
      log.warn(
        { err: error, document: claimed.id, attempt: claimed.attempts },
        'a document of knowledge is tried again later',
      )
      await store.postponeDocument(db, claimed)
    }
  }
}

/** Says nothing of the document: any text can be embedded, when there is time. */
const isOurs = ({ code }: NodeError): boolean => code.startsWith('embed_')

const createAlive = (db: Queryable, claimed: store.ClaimedDocument) => async (): Promise<void> => {
  if (!(await store.renewLease(db, claimed))) throw new Superseded()
}

async function cut(parts: IndexingParts, claimed: store.ClaimedDocument, signal: AbortSignal): Promise<void> {
  const { db } = parts
  const work = workForOwner({ user_id: claimed.owner_id }, signal)
  const document = await readFile(parts, claimed, work, createAlive(db, claimed))
  const chunks: CutChunk[] = []
  const most = Math.min(KNOWLEDGE.chunks_of_document, KNOWLEDGE.chunks - (await store.countOtherChunks(db, claimed)))
  for (const some of cutDocument(document, claimed)) {
    chunks.push(...some)
    if (chunks.length > most) throw tooMany(most)
    await nextTurn()
  }
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockClaimed(tx, claimed))) throw new Superseded()
    await store.deleteChunks(tx, claimed)
    for (let from = 0; from < chunks.length; from += STORE_AT_ONCE)
      await store.insertChunks(tx, claimed, from, chunks.slice(from, from + STORE_AT_ONCE))
    const unread = pagesWithoutText(document).length
    await store.noteCut(tx, claimed, { pages: document.meta.page_count, unread, chunks: chunks.length })
  })
}

const tooMany = (most: number): NodeError =>
  most < KNOWLEDGE.chunks_of_document
    ? new NodeError(
        'base_full',
        `A knowledge base can have up to ${KNOWLEDGE.chunks.toLocaleString('en')} chunks. Remove documents, or use another one.`,
      )
    : new NodeError(
        'document_too_long',
        `The document gives more than ${most.toLocaleString('en')} chunks. Split it, or choose larger chunks.`,
      )

async function embed(parts: IndexingParts, claimed: store.ClaimedDocument, signal: AbortSignal): Promise<void> {
  const { db } = parts
  const work = workForOwner({ user_id: claimed.owner_id }, signal)
  const atOnce = claimed.embedding === null && claimed.attempts > 1 ? EMBED_AGAIN : EMBED_AT_ONCE
  for (;;) {
    const chunks = await store.findUnembedded(db, claimed, atOnce)
    if (chunks.length === 0) return
    const texts = chunks.map(({ headings, text }) => searchedText(headings, text))
    const vectors = await (claimed.embedding === null
      ? parts.embed(texts, work)
      : embedOutside(parts, claimed, claimed.embedding, texts, signal))
    const made = chunks.map(({ position }, at) => ({ position, vector: packed(vectors[at]) }))
    await db.transaction().execute(async (tx) => {
      if (!(await store.lockClaimed(tx, claimed))) throw new Superseded()
      await store.storeVectors(tx, claimed, made)
    })
    claimed.attempts = 0
  }
}

async function embedOutside(
  { embedOutside: ask }: IndexingParts,
  { owner_id, embedding_length: length }: store.ClaimedDocument,
  embedding: OutsideEmbedding,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const limit = AbortSignal.timeout(OUTSIDE_MS)
  try {
    return (await embedBy(ask, owner_id, embedding, texts, { signal: AbortSignal.any([signal, limit]), length }))
      .vectors
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error
    const message = `Embedding model “${embedding.name}”: It did not answer in time.`
    throw new NodeError('model_timeout', message, { retryable: true, cause: error })
  }
}

/** The whole numbers of a vector, and behind them its signs. */
export function packed(vector: Float32Array | undefined): Buffer {
  if (vector === undefined) throw new Error('The embedding returned no vector')
  const { vector: numbers, signature } = packVector(vector)
  return Buffer.concat([numbers, signature])
}

const NUMBERS = 512

async function finish(db: Database, claimed: store.ClaimedDocument): Promise<void> {
  const made = await makeIndex(db, claimed.id, claimed.index_id)
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockClaimed(tx, claimed))) throw new Superseded()
    await store.storeIndex(tx, { ...claimed, embedding: nameOf(claimed.embedding) }, made)
    await store.finishDocument(tx, claimed)
  })
}

/** What searches hold in memory of a document, from its chunks. */
export async function makeIndex(
  db: Queryable,
  document: store.ClaimedDocument['id'],
  index_id: string,
): Promise<{ chunks: number; words: Buffer; signatures: Buffer }> {
  const words = new WordIndexBuilder()
  const signatures: Buffer[] = []
  for (;;) {
    const some = await store.findIndexed(db, document, index_id, { first: signatures.length, limit: STORE_AT_ONCE })
    for (const { headings, text, vector } of some) {
      words.add(terms(searchedText(headings, text)))
      signatures.push(vector.subarray(NUMBERS))
    }
    await nextTurn()
    if (some.length < STORE_AT_ONCE) break
  }
  return { chunks: signatures.length, words: Buffer.from(words.build()), signatures: Buffer.concat(signatures) }
}
