/**
 * Creates the embeddings of listings: of published or changed ones, and of all when the model changes. The queue is in
 * the database, so that nothing is lost with a process, and every process can take a part of it.
 */
import type { EmbedPort } from '#nodes/ports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { packVector } from '#server/platform/vectors/signature.ts'
import * as store from './embeddings.store.ts'

/** Model and text that embeddings are made from: a new name recreates all of them. */
export const MODEL = 'use-lite-512/1'

const AT_ONCE = 16
/** Of a description: the rest says details. */
const DESCRIPTION_CHARS = 600

type Text = Pick<store.WaitingRow, 'name' | 'tagline' | 'tags' | 'category' | 'description' | 'samples'>

/** A listing in short and at length. Each counts for half, so that a long description does not drown the name. */
export function embeddedTexts({
  name,
  tagline,
  tags,
  category,
  description,
  samples,
}: Text): [short: string, long: string] {
  return [
    [name, tagline, tags.join(', '), category].join('. '),
    [name, tagline, description.slice(0, DESCRIPTION_CHARS), category, samples.join('. ')].join('. '),
  ]
}

const averageOf = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, i) => value + (b[i] ?? 0))

async function embedTexts(embed: EmbedPort, waiting: readonly store.WaitingRow[], signal: AbortSignal) {
  const vectors = await embed(waiting.flatMap(embeddedTexts), signal)
  return waiting.map(({ agent_id, asked }, i) => {
    const [short, long] = vectors.slice(i * 2, i * 2 + 2)
    if (!short || !long) throw new Error('The embedding returned no vector')
    return { agent_id, asked, ...packVector(averageOf(short, long)) }
  })
}

/** Makes some that wait. @returns how many were taken; 0 when none waits */
export async function embedWaitingListings(db: Database, embed: EmbedPort, signal: AbortSignal): Promise<number> {
  const waiting = await store.claimWaitingListings(db, MODEL, AT_ONCE)
  if (waiting.length === 0) return 0
  try {
    const made = await embedTexts(embed, waiting, signal)
    await db.transaction().execute((tx) => store.storeVectors(tx, MODEL, made))
  } catch (error) {
    const agents = waiting.map(({ agent_id }) => agent_id)
    await store.postponeListings(db, agents)
    throw error
  }
  return waiting.length
}

/** Embeds until no listing waits. @param embed in a process that ends soon after: this is rarely needed */
export async function embedAllListings(db: Database, embed: EmbedPort, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await embedWaitingListings(db, embed, signal)) > 0);
}
