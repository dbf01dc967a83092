/** The sections of the seller area, in the order of its navigation. One that has no page yet is not here. */
import { paths } from '#web/paths.ts'

export const SELLER_SECTIONS: readonly { href: string; label: string }[] = [
  { href: paths.sellerOverview(), label: 'Overview' },
  { href: paths.customAgents(), label: 'Agents' },
  { href: paths.sellerEvaluations(), label: 'Evaluations' },
  { href: paths.sellerReviews(), label: 'Reviews' },
  { href: paths.sellerPayouts(), label: 'Payouts' },
  { href: paths.sellerInvoices(), label: 'Invoices' },
]
