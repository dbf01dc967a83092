/** A knowledge base of any size, filled with words and vectors that are drawn: the same ones each time. */
import { UserId } from '#contract/core/primitives.ts'
import { KnowledgeId as Id, type KnowledgeId } from '#contract/knowledge/bases.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import { WordIndexBuilder } from '#server/areas/knowledge/search/word-index.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { packVector } from '#server/platform/vectors/signature.ts'

const OF_DOCUMENT = 100

/** The same numbers each time. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Few words are common and most are rare, as in a language. */
export const wordOf = (random: () => number): string => `w${Math.floor(60_000 ** random())}`
export const vectorOf = (random: () => number): Float32Array => Float32Array.from({ length: 512 }, () => random() - 0.5)

export interface MadeBase {
  owner: UserId
  base: KnowledgeId
}

export async function makeBase(pool: Pool, chunks: number): Promise<MadeBase> {
  const random = createRandom(chunks)
  const { rows: users } = await pool.query(
    `insert into users (firebase_uid, email, display_name) values ($1, $1 || '@example.com', 'Owner') returning id`,
    [`owner${chunks}`],
  )
  const owner = UserId.parse(users[0].id)
  const { rows: bases } = await pool.query(
    `insert into knowledge_bases (owner_id, name, chunk_chars, overlap_chars) values ($1, 'Base', 900, 120) returning id`,
    [owner],
  )
  const base = Id.parse(bases[0].id)
  for (let made = 0; made < chunks; made += OF_DOCUMENT) await addDocument(pool, base, random)
  await pool.query('vacuum analyze')
  return { owner, base }
}

async function addDocument(pool: Pool, base: KnowledgeId, random: () => number): Promise<void> {
  const words = new WordIndexBuilder()
  const texts: string[] = []
  const packed: Buffer[] = []
  const signatures: Buffer[] = []
  for (let at = 0; at < OF_DOCUMENT; at++) {
    const text = Array.from({ length: 80 }, () => wordOf(random)).join(' ')
    const { vector, signature } = packVector(vectorOf(random))
    texts.push(text)
    words.add(terms(text))
    packed.push(Buffer.concat([vector, signature]))
    signatures.push(signature)
  }
  await pool.query(
    `with d as (
       insert into knowledge_documents (base_id, name, file_id, mime, bytes, sha256, status, chunks, answers)
       values ($1, 'made.txt', gen_random_uuid(), 'text/plain', 1, 'x', 'ready', $2, 1) returning id),
     c as (
       insert into knowledge_chunks (document_id, index_id, position, version, headings, text, start, "end", boxes, vector)
       select d.id, 1, at - 1, 1, '{}', text, 0, 1, '[]', vector from d, unnest($3::text[], $4::bytea[]) with ordinality m(text, vector, at))
     insert into knowledge_indexes (document_id, base_id, index_id, chunks, words, signatures) select d.id, $1, 1, $2, $5, $6 from d`,
    [base, OF_DOCUMENT, texts, packed, Buffer.from(words.build()), Buffer.concat(signatures)],
  )
}
