/** How a sale is divided on its day: by the rates in force, the seller's tax standing, and the commission that was agreed with them. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type SaleSplit, splitSale } from './split-sale.ts'
import { findSellerTax, findTaxRates } from './tax.store.ts'

export interface Sold {
  seller: UserId
  gross_paise: number
  /** The commission, a fraction of the price without GST. */
  rate: number
  now: Date
}

/** @throws Error for a gross that is not a positive whole number of paise */
export async function divideSale(
  db: Queryable,
  { seller, gross_paise, rate, now }: Sold,
): Promise<SaleSplit & { commission_rate: number }> {
  const [rates, sellerTax] = [await findTaxRates(db, now), await findSellerTax(db, seller, now)]
  return { ...splitSale({ gross_paise, commission_rate: rate, seller: sellerTax }, rates), commission_rate: rate }
}
