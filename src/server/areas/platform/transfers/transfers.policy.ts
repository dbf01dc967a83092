/** Who may move things: a person for their own account, or for a workspace in which their role has the right. No API key may. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { TransferRow } from './transfers.store.ts'

/** For the account that the request acts for; the right in a workspace was asked when it was entered. @throws unauthenticated, forbidden */
export function mayUseTransfers(caller: Caller): Grant<'transfer.use', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.api_key !== undefined || isViewed(caller)) throw new AppError('forbidden')
  return mint('transfer.use', caller, caller.id)
}

type Use = Grant<'transfer.use', UserId>

/** @throws not_found for those who give it; transfer_over */
export function mayAnswerTransfer({ by, on }: Use, row: TransferRow | null): Grant<'transfer.answer', TransferRow> {
  if (row === null || row.to_id !== on) throw new AppError('not_found')
  return mint('transfer.answer', by, refuseOver(row))
}

/** @throws not_found for those who are offered it; transfer_over */
export function mayCancelTransfer({ by, on }: Use, row: TransferRow | null): Grant<'transfer.cancel', TransferRow> {
  if (row === null || row.from_id !== on) throw new AppError('not_found')
  return mint('transfer.cancel', by, refuseOver(row))
}

function refuseOver(row: TransferRow): TransferRow {
  if (row.status === 'done') throw new AppError('transfer_over', { message: 'This has moved already.' })
  if (row.status === 'declined') throw new AppError('transfer_over', { message: 'This offer was declined.' })
  if (row.status === 'cancelled') throw new AppError('transfer_over', { message: 'This offer was cancelled.' })
  if (row.is_over) throw new AppError('transfer_over', { message: 'This offer has expired. Ask for a new one.' })
  return row
}
