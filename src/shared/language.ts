/** The languages of the interface; each is written with the locale of India. */
export type Language = 'en' | 'hi'

export const localeOf = (language: Language): string => `${language}-IN`
