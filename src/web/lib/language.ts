/**
 * The language of the interface, in the gettext manner: the English text is the key, so English costs nothing and a
 * missing translation still shows readable text. Hindi (`hindi.json`) is loaded when it is selected. Call `t` while
 * rendering, never when a module loads: a change of language mounts the pages again, and a text taken earlier would
 * stay as it was.
 */
import { readStored, writeStored } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const LANGUAGES = [
  { code: 'en', locale: 'en-IN', name: 'English', isComplete: true },
  // Most screens have no Hindi yet. It is offered once every screen that a buyer reaches is complete in it.
  { code: 'hi', locale: 'hi-IN', name: 'हिन्दी', isComplete: false },
] as const
/** The languages that people can choose. */
export const OFFERED_LANGUAGES: readonly (typeof LANGUAGES)[number][] = LANGUAGES.filter(({ isComplete }) => isComplete)
export type Language = (typeof LANGUAGES)[number]['code']

type Translations = Readonly<Record<string, string>>
const ENGLISH: Translations = {}
const LOAD: Record<Language, () => Promise<Translations>> = {
  en: async () => ENGLISH,
  hi: async () => {
    const [texts] = await Promise.all([import('./hindi.json'), import('./hindi.css')])
    return texts.default
  },
}

/** The offered language with this code; null for anything else. */
export const findLanguage = (code: unknown): Language | null =>
  OFFERED_LANGUAGES.find((entry) => entry.code === code)?.code ?? null

/** The spoken one, with its texts. */
const spoken = createStore<{ code: Language; texts: Translations }>({ code: 'en', texts: ENGLISH })
let wanted: Language = 'en'

export const currentLanguage = (): Language => spoken.get().code
/** The locale that numbers, money and times are written in. */
export const locale = (): string => LANGUAGES.find((entry) => entry.code === currentLanguage())?.locale ?? 'en-IN'

/** Speaks a language once its texts are here; the last one asked for wins. Rejects, and changes nothing, when they cannot be had. */
async function speak(code: Language): Promise<void> {
  wanted = code
  const texts = await LOAD[code]()
  if (wanted !== code) return
  spoken.set({ code, texts })
  // Setting it, even to what it is, styles the whole page once more.
  if (typeof document !== 'undefined' && document.documentElement.lang !== locale())
    document.documentElement.lang = locale()
}

/** Speaks a language from now on and remembers it in this browser. */
export async function setLanguage(code: Language): Promise<void> {
  await speak(code)
  if (wanted === code) writeStored('language', code === 'en' ? null : code)
}

/** Before the first page is drawn: the remembered language. English when its texts cannot be had. */
export const startLanguage = (): Promise<void> =>
  speak(findLanguage(readStored('language')) ?? 'en').catch(() => speak('en'))

/** Subscribes to the language. Needed only by code that fetches texts itself: a change mounts all pages again. */
export const useLanguage = (): Language => useStore(spoken).code

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** Every `{name}` of the text needs its value; a text that is only known at run time may take any. */
type Values<Text extends string> = string extends Text
  ? [values?: Readonly<Record<string, string | number>>]
  : [Names<Text>] extends [never]
    ? []
    : [values: Readonly<Record<Names<Text>, string | number>>]

/** The text in the language of the interface, each `{name}` replaced. Numbers are written as given: format them first. */
export function t<Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const translated = spoken.get().texts[text] ?? text
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
