/** What was bought, as orders and invoices keep it, in the language of who reads it. Names of plans and agents stay as they are. */
import { type Phrase, type PhraseText, say, translated, verbatim } from './phrases.ts'

/** Titles that are all words of ours. */
const FIXED = ['Credits', 'Models of the platform in runs', 'Commission on sales'] as const satisfies PhraseText[]

/**
 * Titles with one name in them, the narrowest first. An agent can be named like a title, and is then said as one: its English, which
 * comes with it where it counts, stays.
 */
const WITH_NAME: readonly [RegExp, (name: Phrase) => Phrase][] = [
  [/^Refund: (.+)$/s, (name) => say('Refund: {name}', { name })],
  [/^Commission refunded: (.+)$/s, (name) => say('Commission refunded: {name}', { name })],
  [/^Plan: upgrade to (.+), 1 month$/s, (name) => say('Plan: upgrade to {name}, 1 month', { name })],
  [/^Plan: upgrade to (.+), 1 year$/s, (name) => say('Plan: upgrade to {name}, 1 year', { name })],
  [/^Plan: (.+), 1 month$/s, (name) => say('Plan: {name}, 1 month', { name })],
  [/^Plan: (.+), 1 year$/s, (name) => say('Plan: {name}, 1 year', { name })],
  [/^Runs of (.+)$/s, (name) => say('Runs of {name}', { name })],
  [/^(.+): one month$/s, (name) => say('{name}: one month', { name })],
]

export function sayOrderTitle(title: string): Phrase {
  if ((FIXED as readonly string[]).includes(title)) return translated(title)
  for (const [pattern, write] of WITH_NAME) {
    const [, name] = pattern.exec(title) ?? []
    if (name !== undefined) return write(sayOrderTitle(name))
  }
  return verbatim(title)
}
