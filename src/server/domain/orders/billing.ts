/** Whom an invoice names. */
import { fieldError } from '#contract/errors.ts'
import { check, normalised } from '#contract/india/identifiers.ts'
import { stateByCode } from '#contract/india/states.ts'
import type { Billing } from '#contract/payments.ts'

/**
 * A GSTIN is of the state it is billed in: place of supply to a registered person is where they are registered (IGST Act, 2017,
 * ss. 10–12; Circular 242/36/2024-GST for those without one).
 * @throws invalid_input naming the field
 */
export function checkBilling(billing: Billing): Billing {
  const state = stateByCode(billing.state_code)
  if (!state) throw fieldError('billing.state_code', 'Choose your state')
  if (billing.gstin === null || billing.gstin === '') return { ...billing, gstin: null }
  const gstin = normalised('gstin', billing.gstin)
  const checked = check('gstin', gstin)
  if (!checked.valid) throw fieldError('billing.gstin', checked.reason ?? 'This is not a GSTIN')
  if (checked.details.state_code !== billing.state_code)
    throw fieldError('billing.gstin', `This GSTIN is of ${checked.details.state}, the state above is ${state.name}`)
  return { ...billing, gstin }
}
