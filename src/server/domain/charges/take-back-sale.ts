/** A sale taken back, whole or in part: everybody who had a part of it gives theirs. */
import { AppError } from '#contract/errors.ts'
import type { Queryable } from '#server/database/database.ts'
import type { LedgerLine } from '#server/domain/ledger/accounts.ts'
import { post } from '#server/domain/ledger/ledger.ts'
import * as store from './charges.store.ts'
import { linesBack } from './sale-parts.ts'

export interface SaleBack {
  /** Posts once per key: `sale:<id>:back:<key>`. */
  key: string
  sale: string
  /** Whole paise, more than 0. */
  paise: number
  /** Where it goes: `refunds_due`, or the buyer's credits. */
  to:
    | Omit<Extract<LedgerLine, { account: 'refunds_due' }>, 'paise'>
    | Omit<Extract<LedgerLine, { owner: unknown }>, 'paise'>
}

/**
 * In the caller's transaction, which locks the sale.
 * @returns whether nothing of the sale is left
 * @throws not_found; invalid_input when it is more than what is left
 */
export async function takeBackSale(tx: Queryable, { key, sale: id, paise, to }: SaleBack): Promise<{ whole: boolean }> {
  const sale = await store.lockSale(tx, id)
  if (!sale) throw new AppError('not_found')
  const refunded = sale.refunded_paise + paise
  if (refunded > sale.gross_paise) throw new AppError('invalid_input', { message: 'More than what was paid.' })
  const { posted } = await post(tx, {
    key: `sale:${id}:back:${key}`,
    kind: 'refund',
    cause: { type: 'sale', id },
    lines: [...linesBack(sale, paise), { ...to, paise } as LedgerLine],
  })
  if (posted) await store.noteRefunded(tx, id, refunded)
  return { whole: posted ? refunded === sale.gross_paise : sale.refunded_paise === sale.gross_paise }
}
