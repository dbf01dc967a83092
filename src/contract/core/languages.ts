/** Which languages the interface has, and how a browser says which one its reader has chosen. */
import type { Language } from '#shared/language.ts'

export const LANGUAGE_CODES = ['en', 'hi'] as const satisfies readonly Language[]

/** In their own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' }

/** A reader's choice travels in it: the server sends pages in their language. It is not of a person, and pages may change it. */
export const LANGUAGE_COOKIE = 'chowk_language'

/** The language with this code; null for anything else. */
export const findLanguage = (code: unknown): Language | null => LANGUAGE_CODES.find((one) => one === code) ?? null

/** What the reader of a browser has chosen, from its `Cookie` header; null for no choice. */
export const languageOfCookies = (cookies: string | null | undefined): Language | null =>
  findLanguage(new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies ?? '')?.[1])
