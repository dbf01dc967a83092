/** Where data may be processed, as the data policy of an account says it. */
import { countryName } from '#contract/core/countries.ts'
import type { AllowedUse } from './allowed-use.store.ts'

const WHAT = { model: 'This AI model', app: 'This app' } as const

/**
 * Why the policy doesn't allow it, with the country and the rule; null where it does.
 * @param country null where nobody has said where it processes data
 */
export function refusedCountry(use: AllowedUse, what: 'model' | 'app', country: string | null): string | null {
  const { countries } = use
  if (countries === null || (country !== null && countries.includes(country))) return null
  if (country === null && use[`unknown_${what}s`]) return null
  const allowed = new Intl.ListFormat('en-IN').format(countries.map((code) => countryName(code, 'en')))
  const rule = `the data policy of this workspace allows ${allowed} only (What is allowed, Countries)`
  return country === null
    ? `Nobody has said in which country ${WHAT[what].replace('This', 'this')} processes data, and ${rule}.`
    : `${WHAT[what]} processes data in ${countryName(country, 'en')}, and ${rule}.`
}
