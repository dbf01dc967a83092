/** The places of the seller area, in their order. */
import { paths } from '#web/paths.ts'

export const SELLER_AREA: readonly { name: string; href: string }[] = [
  { name: 'Overview', href: paths.sellerOverview() },
  { name: 'Agents', href: paths.sellerAgents() },
  { name: 'Evaluations', href: paths.sellerEvaluations() },
  { name: 'Reviews', href: paths.sellerReviews() },
  { name: 'Coupons', href: paths.sellerCoupons() },
  { name: 'Refunds', href: paths.sellerRefunds() },
  { name: 'Payouts', href: paths.sellerPayouts() },
  { name: 'Invoices', href: paths.sellerInvoices() },
]
