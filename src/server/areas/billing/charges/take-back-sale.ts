/** A sale reversed, in whole or in part: each party returns its share. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isPosted } from '#server/areas/billing/ledger/ledger.store.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './charges.store.ts'
import { refundLines } from './sale-parts.ts'

export interface SaleBack {
  /** Stands for this movement: posted once. */
  key: string
  sale: string
  /** Whole paise, more than 0. */
  paise: number
  /** Where it goes: to the gateway's refunds, or to the buyer's credits. */
  to: { account: 'refunds_due' } | { account: 'credits'; owner: UserId }
}

/**
 * In the caller's transaction, which locks the sale. A second time with the same key changes nothing.
 * @returns whether nothing of the sale is left
 * @throws not_found; invalid_input when it is more than what is left
 */
export async function takeBackSale(tx: Queryable, { key, sale: id, paise, to }: SaleBack): Promise<{ whole: boolean }> {
  const sale = await store.lockSale(tx, id)
  if (!sale) throw new AppError('not_found')
  if (await isPosted(tx, key)) return { whole: sale.refunded_paise === sale.gross_paise }
  const refunded = sale.refunded_paise + paise
  if (refunded > sale.gross_paise)
    throw new AppError('invalid_input', { message: 'This is more than the refundable amount.' })
  const cause = { type: 'sale', id }
  await postToLedger(tx, { key, kind: 'refund', cause, lines: [...refundLines(sale, paise), { ...to, paise }] })
  await store.noteRefunded(tx, id, refunded)
  return { whole: refunded === sale.gross_paise }
}
