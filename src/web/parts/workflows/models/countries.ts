/** Countries as a list to choose from, in the language of the page. */
import { COUNTRIES, countryName } from '#contract/core/countries.ts'
import { currentLanguage, locale, memoisePerLocale } from '#web/lib/language.ts'

export const nameOfCountry = (code: string): string => countryName(code, currentLanguage())

export const countryOptions = memoisePerLocale(() => {
  const { compare } = new Intl.Collator(locale())
  return COUNTRIES.map((code) => ({ value: code, label: nameOfCountry(code) })).toSorted((a, b) =>
    compare(a.label, b.label),
  )
})
