/** What the form of an invoice asks, as the server does. */
import { check, normalised } from '#contract/india/identifiers.ts'
import { STATES, stateByCode } from '#contract/india/states.ts'
import { t } from '#web/lib/language.ts'

/** Codes of states that are of the past, and of no place of a buyer in India. */
const NOT_OFFERED = ['25', '28', '96', '99']

export const STATE_OPTIONS = [
  { value: '', label: 'Choose your state' },
  ...STATES.filter(({ code }) => !NOT_OFFERED.includes(code))
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((one, other) => one.label.localeCompare(other.label)),
]

export const nameRule = (name: string): string | undefined =>
  name.trim() === '' ? t('Enter the name for the invoice') : undefined

/** A GSTIN may be left out; one that is given has a right check character and is of the state above. */
export function gstinProblem(text: string, state_code: string): string | undefined {
  if (text.trim() === '') return undefined
  const checked = check('gstin', normalised('gstin', text))
  if (!checked.valid) return checked.reason === null ? t('This is not a GSTIN') : t(checked.reason)
  if (state_code !== '' && checked.details.state_code !== state_code)
    return t('This GSTIN is of {state}, the state above is {other}', {
      state: checked.details.state ?? '',
      other: stateByCode(state_code)?.name ?? '',
    })
  return undefined
}
