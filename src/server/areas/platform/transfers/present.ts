import type { Transfer } from '#contract/accounts/transfers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { TransferRow } from './transfers.store.ts'

/** @param account that looks */
export const presentTransfer = (row: TransferRow, account: UserId): Transfer => ({
  id: row.id,
  status: row.is_over ? 'expired' : row.status,
  direction: row.from_id === account ? 'out' : 'in',
  from: { name: row.from_name, slug: row.from_slug },
  to: { name: row.to_name, slug: row.to_slug },
  moves: row.moves,
  move_secrets: row.moves_secrets,
  offered_by: row.offered_by_name,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})
