/** Embeddings for tests, without a process: texts that share words are near, and a few words mean the same. */
import type { Embed, EmbedCounted } from '#nodes/runner-ports.ts'

const SAME: Readonly<Record<string, string>> = { holiday: 'leave', vacation: 'leave', car: 'vehicle', pay: 'salary' }

export const embedByWords: Embed = async (texts, { signal }) => {
  signal.throwIfAborted()
  return texts.map((text) => {
    const vector = new Float32Array(512)
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      let seed = 7
      for (const letter of SAME[word] ?? word) seed = (seed * 31 + letter.charCodeAt(0)) >>> 0
      // Each word points somewhere of its own, in all directions at once.
      for (let i = 0; i < 512; i++) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
        vector[i] = (vector[i] ?? 0) + (seed >>> 16 > 32_767 ? 1 : -1)
      }
    }
    const length = Math.hypot(...vector) || 1
    return vector.map((value) => value / length)
  })
}

/** A word is a token. */
export const countWords =
  (embed: Embed): EmbedCounted =>
  async (texts, work) => ({
    vectors: await embed(texts, work),
    tokens: texts.reduce((sum, text) => sum + (text.match(/\S+/g) ?? []).length, 0),
  })
