/** How much of one secret an answer has disclosed. */

/** Fewer characters than these are words, names and numbers that happen to be in a secret. */
export const LEAST_DISCLOSED = 12
/** With more of its characters than this the secret is as good as known. */
export const MOST_DISCLOSED = 0.7

export class Disclosure {
  /** For each character whether it counts and was not disclosed yet. */
  readonly #isLeft: Uint8Array
  readonly #all: number
  #disclosed = 0

  /** @param counts for each character whether it is one of those that a fragment can disclose */
  constructor(counts: Uint8Array) {
    this.#isLeft = counts.slice()
    this.#all = counts.reduce((sum, one) => sum + one, 0)
  }

  add(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      this.#disclosed += this.#isLeft[i] as number
      this.#isLeft[i] = 0
    }
  }

  get isBegun(): boolean {
    return this.#disclosed > 0
  }

  exceeds(share: number): boolean {
    return this.#disclosed >= LEAST_DISCLOSED && this.#disclosed > share * this.#all
  }
}
