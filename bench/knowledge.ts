/**
 * Knowledge: how soon a search is answered over bases of several sizes, and how often it finds the right passage.
 * `npm run bench -- knowledge [chunks…]` measures speed over made chunks (20,000 and 100,000 when no size is given; 1,000,000 takes some
 * minutes and 2 GB). Before that it measures quality, on the half of the questions that nothing was chosen by, with the sets whose data
 * is there (`knowledge/questions.ts`); `npm run bench -- knowledge 0` measures quality alone.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserId } from '#contract/core/primitives.ts'
import { KnowledgeId as Id, type KnowledgeId } from '#contract/knowledge/bases.ts'
import { KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import { authorUsesKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import { createKnowledgeSearch } from '#server/areas/knowledge/search/search.ts'
import { WordIndexBuilder } from '#server/areas/knowledge/search/word-index.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { packVector } from '#server/platform/vectors/signature.ts'
import { raise } from '#test/support/raise.ts'
import { recallTable } from './knowledge/quality.ts'
import { clinicalTerms, medicalAnswers, perlFaq, privacyPolicies, type QuestionSet } from './knowledge/questions.ts'

const OF_DOCUMENT = 100
const CLIENTS = 10
const SEARCHES = 300
/** Wanted: p95 in ms with ten clients. */
const WANTED: Readonly<Record<number, number>> = { 20000: 25, 100000: 25, 1000000: 80 }

/** The same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Few words are common and most are rare, as in a language. */
const wordOf = (random: () => number): string => `w${Math.floor(60_000 ** random())}`
const vectorOf = (random: () => number): Float32Array => Float32Array.from({ length: 512 }, () => random() - 0.5)

async function fill(pool: Pool, chunks: number): Promise<{ owner: UserId; base: KnowledgeId }> {
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

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
const ms = (value: number): string => `${value.toFixed(1)} ms`

async function measureSpeed(pool: Pool, chunks: number): Promise<boolean> {
  const { owner, base } = await fill(pool, chunks)
  const random = createRandom(7)
  const db = createDatabase(pool)
  // The vector of a question is made elsewhere, at 12 to 30 ms of a core: what is measured is the search.
  const embed = async (asked: readonly string[]) => asked.map(() => vectorOf(random))
  const { search } = createKnowledgeSearch({
    db,
    embed,
    embedOutside: (_owner, _model, asked) => embed(asked),
    askProof: false,
    log: { warn: () => {} },
  })
  const grant = authorUsesKnowledge(owner)
  const ask = async (): Promise<number> => {
    const query = Array.from({ length: 6 }, () => wordOf(random)).join(' ')
    const began = performance.now()
    await search(grant, base, KnowledgeSearch.parse({ query }))
    return performance.now() - began
  }
  const before = process.memoryUsage()
  const first = await ask()
  const alone: number[] = []
  for (let i = 0; i < 40; i++) alone.push(await ask())
  alone.sort((a, b) => a - b)
  globalThis.gc?.()
  const after = process.memoryUsage()
  const times: number[] = []
  const cpu = process.cpuUsage()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let i = 0; i < SEARCHES / CLIENTS; i++) times.push(await ask())
    }),
  )
  const used = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const p95 = quantile(times, 0.95)
  const memory = after.arrayBuffers + after.external - before.arrayBuffers - before.external
  console.log(
    [
      `${chunks.toLocaleString('en')} chunks`,
      `first search ${ms(first)}`,
      `one client p50 ${ms(quantile(alone, 0.5))}`,
      `${CLIENTS} clients p50 ${ms(quantile(times, 0.5))}`,
      `p95 ${ms(p95)}`,
      `processor of this process ${ms((used.user + used.system) / 1000 / SEARCHES)} a search`,
      `memory ${(memory / 1e6).toFixed(0)} MB`,
    ].join(' · '),
  )
  return p95 <= (WANTED[chunks] ?? Number.POSITIVE_INFINITY)
}

async function measureAll(sizes: readonly number[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'bench', settings: { fsync: 'off' }, onLost: raise })
  const pool = createPool(server.url, 10)
  try {
    await migrate(pool)
    let isFast = true
    for (const size of sizes) isFast = (await measureSpeed(pool, size)) && isFast
    return isFast
  } finally {
    await pool.end()
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

const PERL = '/usr/share/perl'

/** Where Debian's perl-doc puts the FAQ; undefined where it is not installed. */
const installedFaq = (): string | undefined =>
  existsSync(PERL)
    ? readdirSync(PERL)
        .map((version) => join(PERL, version, 'pod'))
        .find((folder) => existsSync(join(folder, 'perlfaq1.pod')))
    : undefined

/** Those whose data is here; of the others it says what they need. */
function questionSets(): QuestionSet[] {
  const { CHOWK_DATA, CHOWK_FAQ = installedFaq(), CHOWK_MEDQUAD, CHOWK_POLICYQA } = process.env
  const known: [folder: string | undefined, read: (folder: string) => QuestionSet, needs: string][] = [
    [CHOWK_FAQ, perlFaq, 'the Perl FAQ needs the Debian package perl-doc, or its folder in CHOWK_FAQ'],
    [
      CHOWK_DATA,
      clinicalTerms,
      'the terms of clinicians need the folder that the bench of the coder reads, in CHOWK_DATA',
    ],
    [
      CHOWK_MEDQUAD,
      medicalAnswers,
      'the medical answers need the repository abachaa/MedQuAD, its folder in CHOWK_MEDQUAD',
    ],
    [
      CHOWK_POLICYQA,
      privacyPolicies,
      'the privacy policies need the folder data of wasiahmad/PolicyQA, in CHOWK_POLICYQA',
    ],
  ]
  return known.flatMap(([folder, read, needs]) => {
    if (folder) return [read(folder)]
    console.log(`Not measured: ${needs}.`)
    return []
  })
}

/** @returns whether every size is as fast as wanted, and both rankings together find more than each alone */
async function knowledge(sizes: readonly number[] = [20_000, 100_000]): Promise<boolean> {
  const isBetter = await recallTable(questionSets())
  return (await measureAll(sizes)) && isBetter
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number)
  process.exitCode = (await knowledge(sizes.length > 0 ? sizes.filter((size) => size > 0) : undefined)) ? 0 : 1
}
