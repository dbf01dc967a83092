/** The languages of the interface. */
export const LANGUAGE_CODES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGE_CODES)[number]

/** A reader's choice travels in it: the server draws pages in their language. It is not of a person, and pages may change it. */
export const LANGUAGE_COOKIE = 'chowk_language'

export const LANGUAGES: Readonly<Record<Language, { locale: string; name: string }>> = {
  en: { locale: 'en-IN', name: 'English' },
  hi: { locale: 'hi-IN', name: 'हिन्दी' },
}

/** The language with this code; null for anything else. */
export const findLanguage = (code: unknown): Language | null => LANGUAGE_CODES.find((one) => one === code) ?? null
