/**
 * Takes secrets out of what came back. Some services repeat what they were sent, and a person who may aim a credential at an
 * address must not read it there in another spelling. The text is read in several ways. Every place where a spelling of a secret
 * occurs is hidden. So are its fragments, wherever in an answer they are, when they disclose most of it together.
 *
 * What cannot be seen:
 * - an encoding that is not searched for, and parts in UTF-16;
 * - parts of fewer than eight characters, or five in another spelling such as hex, with other text between. Those of at least four are
 *   seen when each is a whole value, plain or with escapes, the values are in the order of the secret and less than a thousand
 *   characters apart, and the secret has at most 128 characters and no spaces;
 * - parts that make up at most 70 % of a secret, or fewer than twelve characters;
 * - in a stream, up to half of a secret, whose parts leave before the rest comes, and parts of fewer than eight characters;
 * - characters that are left out, added or exchanged throughout, and parts of a secret that repeats itself.
 */
import { setImmediate } from 'node:timers/promises'
import { type Found, SecretFinder } from './find-secrets.ts'
import { hideInSteps, hideRanges, mergeRanges } from './hide-ranges.ts'
import type { Range } from './readings.ts'

/** Characters searched in one turn of the event loop, about 10 ms. */
const WINDOW = 262_144
/** A spelling that reaches over the border of two windows is found when it is shorter than this. */
const OVERLAP = 32_768
/** A stream that holds back more characters than this waits until there are a sixteenth more before it searches them again. */
const HELD_BEFORE_WAITING = 1024

/** A stream hides fragments of a secret once they exceed this share of it: what has left cannot be taken back. */
const HALF = 0.5
/** Characters that have left a stream and are read again with those that follow. */
const LEFT_BEHIND = 128

export interface Redactor {
  text(text: string): string
  /** The same for texts of any length, without holding the event loop. */
  long(text: string): Promise<string>
  /** Texts that belong together: a secret may be divided between them. */
  texts(texts: readonly string[]): string[]
  json<T>(value: T): T
  /** For a text that arrives in pieces: holds a piece back only while it may be the beginning of a secret, or a fragment. */
  stream(): { push(piece: string): string; end(): string }
}

const within = (ranges: readonly Range[], from: number, to: number): Range[] =>
  ranges
    .map(([start, end]): Range => [Math.max(0, start - from), Math.min(to, end) - from])
    .filter(([start, end]) => start < end)

function streamOf(finder: SecretFinder) {
  /** The end of what has left: a fragment may go on from it. */
  let left = ''
  let held = ''
  /** How much of `held` was searched already. */
  let searched = 0
  const leave = (length: number): string => {
    const ready = held.slice(0, length)
    left = (left + ready).slice(-LEFT_BEHIND)
    held = held.slice(length)
    searched = held.length
    return ready
  }
  /** @returns what of the end of `held` has to stay for the sake of a fragment */
  const search = (goesOn: boolean): number => {
    const found = finder.find(left + held, goesOn)
    const size = held.length
    held = hideRanges(held, within(finder.hiddenIn(found, HALF), left.length, left.length + size))
    return size - Math.max(0, found.begun - left.length)
  }
  return {
    push(piece: string): string {
      held += piece
      // Long white space after the beginning of a secret is not searched again for each piece.
      if (searched > HELD_BEFORE_WAITING && held.length - searched < searched / 16) return ''
      const begun = search(true)
      return leave(Math.max(Math.min(finder.heldFrom(held), held.length - begun), held.length - OVERLAP))
    },
    end(): string {
      search(false)
      const rest = leave(held.length)
      left = ''
      return rest
    },
  }
}

/**
 * For the texts of one answer: it remembers what they have disclosed. A text that was read before the rest of a secret came has to be read
 * again.
 * @param secrets those shorter than four characters stay: everything would hold them
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const finder = new SecretFinder(secrets)
  const text = (whole: string) => hideRanges(whole, finder.hiddenIn(finder.find(whole)))

  const json = <T>(value: T): T => {
    const written = JSON.stringify(value)
    const hidden = hideRanges(written, finder.hiddenIn(finder.find(written)), true)
    return hidden === written ? value : (JSON.parse(hidden) as T)
  }

  const texts = (all: readonly string[]): string[] => {
    const ranges = finder.hiddenIn(finder.find(all.join('\n')))
    let offset = 0
    return all.map((one) => {
      const inside = within(ranges, offset, offset + one.length)
      offset += one.length + 1
      return hideRanges(one, inside)
    })
  }

  const longText = async (whole: string): Promise<string> => {
    if (whole.length <= WINDOW) return text(whole)
    const windows: [at: number, found: Found][] = []
    for (let at = 0; at < whole.length; at += WINDOW - OVERLAP) {
      windows.push([at, finder.find(whole.slice(at, at + WINDOW))])
      await setImmediate()
    }
    const ranges: Range[] = []
    for (const [at, found] of windows) {
      const next = finder.hiddenIn(found).map(([start, end]): Range => [start + at, end + at])
      if (next.length === 0) continue
      while ((ranges.at(-1)?.[1] ?? -1) >= at) next.push(ranges.pop() as Range)
      for (const range of mergeRanges(next)) ranges.push(range)
      await setImmediate()
    }
    const steps = hideInSteps(whole, ranges)
    for (;;) {
      await setImmediate()
      const step = steps.next()
      if (step.done) return step.value
    }
  }

  return { text, long: longText, texts, json, stream: () => streamOf(finder) }
}
