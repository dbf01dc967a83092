/**
 * Says in the reader's language what was put together in English where no language is spoken: by the nodes themselves, by the validation
 * they share with the server, and by the analysis worker. Their texts have their values under numbers: `Wait for {1}`.
 */
import { t } from '#web/lib/language.ts'
import { ownTexts } from './speak.ts'

interface Pattern {
  text: string
  pattern: RegExp
  /** How many characters of it are words: what fits most closely wins. */
  weight: number
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function patternOf(text: string): Pattern {
  const pieces = text.split(/\{\d\}/)
  return { text, pattern: new RegExp(`^${pieces.map(escaped).join('(.*)')}$`, 's'), weight: pieces.join('').length }
}

let patterns: readonly Pattern[] | null = null
const known = new Map<string, string>()

function translated(text: string): string {
  const whole = t(text)
  if (whole !== text) return whole
  patterns ??= ownTexts
    .filter((one) => one.includes('{1}'))
    .map(patternOf)
    .sort((a, b) => b.weight - a.weight)
  for (const { text: template, pattern } of patterns) {
    const [, ...values] = pattern.exec(text) ?? []
    if (values.length > 0) return t(template, Object.fromEntries(values.map((value, index) => [index + 1, value])))
  }
  return text
}

/** The text in the language of the interface; as it is where nothing is known of it. */
export function sayRendered(text: string): string {
  if (ownTexts.length === 0) return text
  const said = known.get(text) ?? translated(text)
  // Sentences of cards hold what people wrote: what is kept stays small.
  if (known.size > 2000) known.clear()
  known.set(text, said)
  return said
}

/** `Rules 1 › Condition`: each part is the title of a field, perhaps with its number. */
export const sayPath = (label: string): string =>
  label
    .split(' › ')
    .map((part) => {
      const [, title = part, number = ''] = /^(.*?)( \d+)?$/s.exec(part) ?? []
      return `${sayRendered(title)}${number}`
    })
    .join(' › ')
