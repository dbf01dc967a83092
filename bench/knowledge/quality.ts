/** How often the right passage is among the first five: by words alone, by meaning alone, and by both. */
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import { embedForServer } from '#nodes/runner-ports.ts'
import { BaseIndex, type Place } from '#server/areas/knowledge/search/base-index.ts'
import { fuse } from '#server/areas/knowledge/search/fuse.ts'
import { CANDIDATES } from '#server/areas/knowledge/search/search.ts'
import { hashWord, WordIndexBuilder } from '#server/areas/knowledge/search/word-index.ts'
import { cosineSimilarity, packVector, signsOf } from '#server/platform/vectors/signature.ts'
import { createRunners } from '#server/runners/runners.ts'
import type { QuestionSet } from './questions.ts'

export interface Rankings {
  right: ReadonlySet<number>
  words: number[]
  meaning: number[]
}

export type EmbedAll = (texts: readonly string[]) => Promise<Float32Array[]>

/** Embeds with the runner of the product. */
export async function withEmbedding<T>(work: (embed: EmbedAll) => Promise<T>): Promise<T> {
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  const embed = embedForServer(runners.embed)
  const never = new AbortController().signal
  try {
    return await work(async (texts) => {
      const vectors: Float32Array[] = []
      // Few at a time: their deadline is of the clock, and this machine may be busy.
      for (let from = 0; from < texts.length; from += 4)
        vectors.push(...(await embed(texts.slice(from, from + 4), never)))
      return vectors
    })
  } finally {
    await runners.stop()
  }
}

type Packed = ReturnType<typeof packVector>

/** The index of a base with these passages, each document of its own, and where in the set a place of it is. */
async function indexOf({ passages, documents }: QuestionSet, packed: readonly Packed[]) {
  const members = Map.groupBy(passages.keys(), (at) => documents?.[at] ?? 'all')
  const index = await BaseIndex.load(
    (async function* () {
      for (const [document_id, own] of members) {
        const words = new WordIndexBuilder()
        for (const at of own) words.add(terms(passages[at] ?? ''))
        const signatures = Buffer.concat(own.map((at) => packed[at]?.signature ?? Buffer.alloc(0)))
        yield [{ document_id, index_id: '1', chunks: own.length, words: words.build(), signatures, embedding: '' }]
      }
    })(),
  )
  return { index, positionOf: (place: Place) => members.get(place.document_id)?.[place.position] ?? -1 }
}

/** Both rankings of every question, as a search of the product makes them. */
export async function rankAll(set: QuestionSet, embedAll: EmbedAll): Promise<Rankings[]> {
  const { passages, questions } = set
  const packed = (await embedAll(passages)).map(packVector)
  const { index, positionOf } = await indexOf(set, packed)
  const asked = await embedAll(questions.map(({ text }) => text))
  const found: Rankings[] = []
  for (const [at, { text, right, document }] of questions.entries()) {
    const only = document === undefined ? null : new Set([document])
    const vector = asked[at] ?? new Float32Array(512)
    const words = index.byWords(terms(text).map(hashWord), CANDIDATES.words, only).map(positionOf)
    const most = words.length < CANDIDATES.words ? CANDIDATES.near : CANDIDATES.nearToo
    const near = (await index.bySigns(signsOf(vector), most, only)).map(positionOf)
    // Of what was found by words the vector is read as well.
    const meaning = [...new Set([...near, ...words])]
      .map((position) => ({
        position,
        cosine: cosineSimilarity(vector, packed[position]?.vector ?? new Uint8Array(512)),
      }))
      .sort((a, b) => b.cosine - a.cosine)
      .map(({ position }) => position)
    found.push({ right, words, meaning })
  }
  return found
}

export interface Recall {
  words: number
  meaning: number
  hybrid: number
}

/** Shares of questions with a right passage among the first `most`. */
export function recallOf(rankings: readonly Rankings[], most = 5, options?: Parameters<typeof fuse>[2]): Recall {
  const share = (of: (one: Rankings) => readonly number[]) =>
    rankings.filter((one) =>
      of(one)
        .slice(0, most)
        .some((position) => one.right.has(position)),
    ).length / Math.max(1, rankings.length)
  return {
    words: share(({ words }) => words),
    meaning: share(({ meaning }) => meaning),
    hybrid: share(({ words, meaning }) =>
      fuse(words.map(String), meaning.map(String), options).map(({ key }) => Number(key)),
    ),
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Prints recall at five of each set, for the half that nothing was chosen by. @returns whether both together are best on every set */
export async function recallTable(sets: readonly QuestionSet[]): Promise<boolean> {
  return withEmbedding(async (embed) => {
    let isBest = true
    for (const set of sets) {
      const unseen = (await rankAll(set, embed)).filter((_, at) => at % 2 === 1)
      const { words, meaning, hybrid } = recallOf(unseen)
      const shares = `words ${percent(words)} · meaning ${percent(meaning)} · both ${percent(hybrid)}`
      console.log(`${set.name}: recall at 5 over ${unseen.length} unseen questions: ${shares}`)
      isBest &&= hybrid > words && hybrid > meaning
    }
    return isBest
  })
}
