/** What a model says word by word, when a test wants it said. */
export interface Speech {
  /** For the behaviour `spoken`. */
  words: AsyncIterable<string>
  /** @returns when it was said, in ms since 1970 */
  say(text: string): number
  end(): void
}

export function createSpeech(): Speech {
  const waiting: (string | null)[] = []
  let wake: () => void = () => {}
  const push = (word: string | null) => {
    waiting.push(word)
    wake()
  }
  return {
    words: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          while (waiting.length === 0)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          const word = waiting.shift()
          if (typeof word !== 'string') return
          yield word
        }
      },
    },
    say: (text) => {
      const at = performance.timeOrigin + performance.now()
      push(text)
      return at
    },
    end: () => push(null),
  }
}
