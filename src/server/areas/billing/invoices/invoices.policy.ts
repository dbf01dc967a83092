/** Who reads which invoice. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { IssuedRow } from './invoices.store.ts'

/** @throws unauthenticated */
export function mayListOwnInvoices(caller: Caller): Grant<'invoice.list', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('invoice.list', caller, caller.id)
}

/** Its customer, its supplier and super admins; to others it is not there. @throws unauthenticated, not_found */
export function maySeeInvoice(caller: Caller, row: IssuedRow | null): Grant<'invoice.see', IssuedRow> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const theirs =
    row && (row.customer_id === caller.id || row.supplier_id === caller.id || caller.role === 'super_admin')
  if (!row || !theirs) throw new AppError('not_found')
  return mint('invoice.see', caller, row)
}

/** @throws unauthenticated, forbidden */
export function mayExportInvoices(caller: Caller): Grant<'invoice.export', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin' || caller.api_key) throw new AppError('forbidden')
  return mint('invoice.export', caller, caller.id)
}
