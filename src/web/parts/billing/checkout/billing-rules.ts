/** What the form of an invoice asks, as the server does. */
import {
  findGstinProblem,
  type GstinProblem,
  normaliseIdentifier,
  type PanProblem,
} from '#contract/india/identifiers.ts'
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

/** What is wrong with a GSTIN or the PAN in it, in the language of the interface. */
function describeProblem(problem: GstinProblem | PanProblem): string {
  switch (problem.type) {
    case 'gstin_shape':
      return t('A GSTIN has 15 characters: state, PAN, number, Z, check')
    case 'state':
      return t('{code} isn’t a GST state code', { code: problem.code })
    case 'check_character':
      return t('The check character should be {right}, not {wrong}', { right: problem.expected, wrong: problem.found })
    case 'pan':
      return t('In the PAN part: {reason}', { reason: describeProblem(problem.problem) })
    case 'pan_shape':
      return t('A PAN is five letters, four digits and a letter')
    case 'holder':
      return t('The fourth letter of a PAN names the type of holder; {letter} isn’t one of them', {
        letter: problem.letter,
      })
  }
}

/** A GSTIN may be left out; one that is given has a right check character and is of the state above. */
export function gstinProblem(text: string, state_code: string): string | undefined {
  if (text.trim() === '') return undefined
  const gstin = normaliseIdentifier('gstin', text)
  const problem = findGstinProblem(gstin)
  if (problem) return describeProblem(problem)
  const code = gstin.slice(0, 2)
  if (state_code !== '' && code !== state_code)
    return t('This GSTIN belongs to {state}, but you chose {other}', {
      state: t(stateByCode(code)?.name ?? ''),
      other: t(stateByCode(state_code)?.name ?? ''),
    })
  return undefined
}
