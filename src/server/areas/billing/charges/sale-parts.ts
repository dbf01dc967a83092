/** What of each part of a sale goes back with a refund. */
import type { LedgerLine } from '#server/areas/billing/ledger/accounts.ts'
import type { SaleRow } from './charges.store.ts'

/** What the parts of a sale had sent back once `refunded` of its gross is: the seller's is what the others leave, so nothing is lost. */
function backAt(sale: SaleRow, refunded: number) {
  const part = (paise: number) => Math.floor((paise * refunded) / sale.gross_paise)
  const commission = part(sale.commission_paise)
  const gst = part(sale.commission_gst_paise) + part(sale.gst_paise)
  const tcs = part(sale.tcs_paise)
  const tds = part(sale.tds_paise)
  return { commission, gst, tcs, tds, seller: refunded - commission - gst - tcs - tds }
}

/** What is left to the seller, in paise. */
export const sellerShareLeft = (sale: SaleRow): number => sale.seller_paise - backAt(sale, sale.refunded_paise).seller

/**
 * The entries that take another `paise` back from all parties, without its destination. The seller's part comes from
 * what is held, and after its release from what is payable, which may become negative.
 */
export function refundLines(sale: SaleRow, paise: number): LedgerLine[] {
  const [before, after] = [backAt(sale, sale.refunded_paise), backAt(sale, sale.refunded_paise + paise)]
  const lines: LedgerLine[] = [
    {
      account: sale.released_at === null ? 'earnings_held' : 'earnings',
      owner: sale.seller_id,
      paise: before.seller - after.seller,
    },
    { account: 'commission', paise: before.commission - after.commission },
    { account: 'gst_payable', paise: before.gst - after.gst },
    { account: 'tcs_payable', paise: before.tcs - after.tcs },
    { account: 'tds_payable', paise: before.tds - after.tds },
  ]
  return lines.filter((line) => line.paise !== 0)
}

/** The entries of a new sale, without where the money comes from. */
export function saleLines(
  sale: Omit<SaleRow, 'id' | 'refunded_paise' | 'held_until' | 'released_at' | 'gross_paise'>,
): LedgerLine[] {
  const lines: LedgerLine[] = [
    { account: 'earnings_held', owner: sale.seller_id, paise: sale.seller_paise },
    { account: 'commission', paise: sale.commission_paise },
    { account: 'gst_payable', paise: sale.commission_gst_paise + sale.gst_paise },
    { account: 'tcs_payable', paise: sale.tcs_paise },
    { account: 'tds_payable', paise: sale.tds_paise },
  ]
  return lines.filter((line) => line.paise !== 0)
}
