/**
 * The language of the interface, in the gettext manner: the English text is the key, so English costs nothing and a
 * missing translation still shows readable text. Hindi (`hindi.json`) is loaded when it is selected. Call `t` while
 * rendering, never when a module loads: a change of language mounts the pages again, and a text taken earlier would
 * stay as it was.
 */
import { findLanguage, LANGUAGE_COOKIE, LANGUAGES, type Language } from '#shared/languages.ts'
import { createStore, useStore } from './store.ts'

type Translations = Readonly<Record<string, string>>
const ENGLISH: Translations = {}
const LOAD: Record<Language, () => Promise<Translations>> = {
  en: async () => ENGLISH,
  hi: async () => {
    const [texts] = await Promise.all([import('./hindi.json'), import('./hindi.css')])
    return texts.default
  },
}

/** The spoken one, with its texts. */
const spoken = createStore<{ code: Language; texts: Translations }>({ code: 'en', texts: ENGLISH })
let wanted: Language = 'en'

export const currentLanguage = (): Language => spoken.get().code
/** The locale that numbers, money and times are written in. */
export const locale = (): string => LANGUAGES[currentLanguage()].locale

/** Speaks a language once its texts are here; the last one asked for wins. Rejects, and changes nothing, when they cannot be had. */
export async function speak(code: Language): Promise<void> {
  wanted = code
  const texts = await LOAD[code]()
  if (wanted === code) spoken.set({ code, texts })
}

/** Speaks a language from now on, on this page and on those that the server sends to this browser. */
export async function setLanguage(code: Language): Promise<void> {
  await speak(code)
  if (wanted !== code) return
  document.documentElement.lang = locale()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** Before the page is taken over: the language it was sent in. In English, and drawn again, when its texts cannot be had. */
export async function startLanguage({ lang, dataset }: HTMLElement): Promise<void> {
  try {
    await speak(findLanguage(lang.slice(0, 2)) ?? 'en')
  } catch {
    dataset.draw = 'anew'
    await speak('en')
  }
}

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
