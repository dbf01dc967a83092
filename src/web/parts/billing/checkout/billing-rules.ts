/** What the form of an invoice asks, as the server does. */
import { checkIdentifier, normaliseIdentifier } from '#contract/india/identifiers.ts'
import { STATES, stateByCode } from '#contract/india/states.ts'
import { locale, t } from '#web/lib/language.ts'

/** Codes of states that are of the past, and of no place of a buyer in India. */
const NOT_OFFERED = ['25', '28', '96', '99']

/** In the order of the language they are read in. */
export const stateOptions = () => [
  { value: '', label: t('Choose your state') },
  ...STATES.filter(({ code }) => !NOT_OFFERED.includes(code))
    .map(({ code, name }) => ({ value: code, label: t(name) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale())),
]

export const nameRule = (name: string): string | undefined =>
  name.trim() === '' ? t('Enter a name for the invoice') : undefined

/** What is wrong with a GSTIN, in the language of the interface; its English is `contract/india/identifiers.ts`'s. */
function reasonOf(reason: string): string {
  const [, right = '', wrong = ''] = /^The check character should be (.), not (.)$/.exec(reason) ?? []
  if (right !== '') return t('The check character should be {right}, not {wrong}', { right, wrong })
  const [, code = ''] = /^(\d\d) is not a GST state code$/.exec(reason) ?? []
  if (code !== '') return t('{code} isn’t a GST state code', { code })
  const [, inside = ''] = /^The PAN in it is invalid: (.+)$/s.exec(reason) ?? []
  if (inside !== '') return t('In the PAN part: {reason}', { reason: reasonOf(inside) })
  const [, letter = ''] =
    /^The fourth letter of a PAN is the type of holder; (.) is not a known type$/.exec(reason) ?? []
  if (letter !== '')
    return t('The fourth letter of a PAN names the type of holder; {letter} isn’t one of them', { letter })
  if (reason.startsWith('A PAN is')) return t('A PAN is five letters, four digits and a letter')
  if (reason.startsWith('A GSTIN has')) return t('A GSTIN has 15 characters: state, PAN, number, Z, check')
  return t(reason)
}

/** A GSTIN may be left out; one that is given has a right check character and is of the state above. */
export function gstinProblem(text: string, state_code: string): string | undefined {
  if (text.trim() === '') return undefined
  const checked = checkIdentifier('gstin', normaliseIdentifier('gstin', text))
  if (!checked.valid) return checked.reason === null ? t('This isn’t a GSTIN') : reasonOf(checked.reason)
  if (state_code !== '' && checked.details.state_code !== state_code)
    return t('This GSTIN belongs to {state}, but you chose {other}', {
      state: t(checked.details.state ?? ''),
      other: t(stateByCode(state_code)?.name ?? ''),
    })
  return undefined
}
