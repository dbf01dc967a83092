/** Vectors for tests of retrieval: hashed stems with unit length, so that texts that share words are near. No weights needed. */
import type { EmbedPort } from '#nodes/ports.ts'
import { terms } from './tokens.ts'

const SIZE = 256

const slot = (term: string): number =>
  [...term].reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 8_191, 7) % SIZE

export const trialEmbed: EmbedPort = (texts) =>
  Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(SIZE)
      for (const term of terms(text)) vector[slot(term)] = (vector[slot(term)] ?? 0) + 1
      const length = Math.hypot(...vector) || 1
      return vector.map((value) => value / length)
    }),
  )
