/**
 * The language of the interface, in the gettext manner: the English text is the key, so English costs nothing and a
 * missing translation still shows readable text. It is that of the page as the server sent it: choosing another one loads
 * the page again. Call `t` while rendering, never when a module loads: the texts are not here yet.
 */
import { type Language, localeOf } from '#shared/language.ts'

let spoken: Language = 'en'
let texts: Readonly<Record<string, string>> = {}

export const currentLanguage = (): Language => spoken
/** The locale that numbers, money and times are written in. */
export const locale = (): string => localeOf(spoken)

/** Speaks a language from now on. Rejects, and changes nothing, when its texts cannot be had. */
export async function speak(language: Language): Promise<void> {
  texts = language === 'en' ? {} : (await Promise.all([import('./hindi.json'), import('./hindi.css')]))[0].default
  spoken = language
}

/** Speaks the language that the page was sent in, before it is taken over. English, in a page rendered again, when its texts cannot be had. */
export const startLanguage = ({ lang, dataset }: HTMLElement): Promise<void> =>
  speak(lang === localeOf('hi') ? 'hi' : 'en').catch(() => {
    dataset.draw = 'anew'
  })

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** Every `{name}` of the text needs its value; a text that is only known at run time may take any. */
type Values<Text extends string> = string extends Text
  ? [values?: Readonly<Record<string, string | number>>]
  : [Names<Text>] extends [never]
    ? []
    : [values: Readonly<Record<Names<Text>, string | number>>]

/** The text in the language of the interface, each `{name}` replaced. Numbers are written as given: format them first. */
export function t<Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const translated = texts[text] ?? text
  if (!values) return translated
  const named = values as Readonly<Record<string, string | number>>
  return translated.replace(/\{(\w+)\}/g, (whole, name: string) => String(named[name] ?? whole))
}

/** A formatter for the spoken language, made once for each. */
export function memoisePerLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const key = locale()
    const formatter = made.get(key) ?? make(key)
    made.set(key, formatter)
    return formatter
  }
}
