/**
 * What the server writes for people to read later: in mails, notices and invoices. The language of who reads it is not known where
 * it is written, so a phrase is in all languages at once. As in the interface, the English text is the key (`hindi.json`); a text
 * without its Hindi does not compile.
 */
import { type Language, localeOf } from '#shared/language.ts'
import hindi from './hindi.json' with { type: 'json' }

export type Phrase = Readonly<Record<Language, string>>

/** A text that has its Hindi. */
export type PhraseText = keyof typeof hindi

const HINDI: Readonly<Record<string, string>> = hindi

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Value = string | number | Phrase
type Values<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Readonly<Record<Names<Text>, Value>>]

/** A phrase from how it is written in each language. */
export const inEach = (write: (language: Language) => string): Phrase => ({ en: write('en'), hi: write('hi') })

/** Words that are the same in every language: names, and what people wrote. */
export const verbatim = (text: string): Phrase => inEach(() => text)

/** The text in every language as it is, its placeholders too; a text that has no Hindi stays as it was written. */
export const translated = (text: string): Phrase => ({ en: text, hi: HINDI[text] ?? text })

const written = (value: Value, language: Language): string =>
  typeof value === 'object' ? value[language] : String(value)

function fill(phrase: Phrase, values: Readonly<Record<string, Value>>): Phrase {
  return inEach((language) =>
    phrase[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : written(value, language)
    }),
  )
}

/** The text with its placeholders replaced, once: what a value contains is never taken for one. Numbers are written as given. */
export function say<Text extends PhraseText>(text: Text, ...[values]: Values<Text>): Phrase {
  return values ? fill(translated(text), values as Readonly<Record<string, Value>>) : translated(text)
}

/** The form that each language uses with this number, which is `{count}` in it. Hindi says 0 as it says 1. */
export function sayCount(
  count: number,
  forms: { one: PhraseText; other: PhraseText },
  values: Readonly<Record<string, Value>> = {},
): Phrase {
  const of = (language: Language) =>
    new Intl.PluralRules(localeOf(language)).select(count) === 'one' ? forms.one : forms.other
  return inEach((language) => fill(translated(of(language)), { ...values, count })[language])
}

/** Several as one. */
export const joined = (parts: readonly (Phrase | string)[], between: string): Phrase =>
  inEach((language) => parts.map((part) => written(part, language)).join(between))

/** As much of it as `change` leaves, in each language. */
export const changed = (phrase: Phrase, change: (text: string) => string): Phrase =>
  inEach((language) => change(phrase[language]))

/** A day in India. */
export const sayDay = (date: Date, year = true): Phrase =>
  inEach((language) =>
    date.toLocaleDateString(localeOf(language), {
      day: 'numeric',
      month: 'long',
      ...(year && { year: 'numeric' }),
      timeZone: 'Asia/Kolkata',
    }),
  )

/** A day and a time in India. */
export const sayTime = (date: Date): Phrase =>
  inEach(
    (language) =>
      `${date.toLocaleString(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })} IST`,
  )
