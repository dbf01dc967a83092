/** Whom an invoice names. */

import type { Billing, Buying } from '#contract/billing/payments.ts'
import { fieldError } from '#contract/core/errors.ts'
import { checkIdentifier, normaliseIdentifier } from '#contract/india/identifiers.ts'
import { stateByCode } from '#contract/india/states.ts'
import { gstInside } from '#server/areas/billing/tax/split-sale.ts'
import { findTaxRates } from '#server/areas/billing/tax/tax.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * A GSTIN is of the state it is billed in: place of supply to a registered person is where they are registered (IGST Act, 2017,
 * ss. 10–12; Circular 242/36/2024-GST for those without one).
 * @throws invalid_input naming the field
 */
export function checkBilling(billing: Billing): Billing {
  const state = stateByCode(billing.state_code)
  if (!state) throw fieldError('billing.state_code', 'Choose your state')
  if (billing.gstin === null || billing.gstin === '') return { ...billing, gstin: null }
  const gstin = normaliseIdentifier('gstin', billing.gstin)
  const checked = checkIdentifier('gstin', gstin)
  if (!checked.valid) throw fieldError('billing.gstin', checked.reason ?? 'This isn’t a GSTIN')
  if (checked.details.state_code !== billing.state_code)
    throw fieldError('billing.gstin', `This GSTIN belongs to ${checked.details.state}, but you chose ${state.name}`)
  return { ...billing, gstin }
}

/**
 * Value before tax from which an invoice includes the address of a customer without a GSTIN (CGST Rules, 2017, rule
 * 46(e)).
 */
const NAMED_FROM_PAISE = 5_000_000
const PIN = /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/

/** Whether the invoice of a purchase includes an address, for any buyer; credits are no supply and have none. */
export async function needsAddress(
  db: Queryable,
  { purpose, paise, at }: { purpose: Buying['purpose']; paise: number; at: Date },
): Promise<boolean> {
  const { gst } = await findTaxRates(db, at)
  return purpose !== 'credits' && paise - gstInside(paise, gst) >= NAMED_FROM_PAISE
}

/**
 * Customers with a GSTIN are named with their address at every price (rule 46(d)). @throws invalid_input
 * (`billing.address`)
 */
export function checkAddress({ address, gstin }: Billing, asked: boolean): void {
  if (!asked && !gstin?.trim()) return
  const isWhole = PIN.test(address) && /\p{L}{2}/u.test(address)
  if (isWhole) return
  const why = asked ? 'of ₹50,000 or more' : 'with a GSTIN'
  throw fieldError('billing.address', `An invoice ${why} needs your address: enter it with PIN code`)
}
