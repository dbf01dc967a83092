import { paths } from '#web/paths.ts'
import { AreaFrame, type FrameProps } from './area-frame.tsx'

const PLACES = [
  { name: 'Overview', href: paths.sellerOverview() },
  { name: 'Agents', href: paths.customAgents() },
  { name: 'Evaluations', href: paths.sellerEvaluations() },
  { name: 'Reviews', href: paths.sellerReviews() },
  { name: 'Coupons', href: paths.sellerCoupons() },
  { name: 'Refunds', href: paths.sellerRefunds() },
  { name: 'Payouts', href: paths.sellerPayouts() },
  { name: 'Invoices', href: paths.sellerInvoices() },
]

/** The seller area. */
export const SellerFrame = (frame: FrameProps) => <AreaFrame label="Seller area" places={PLACES} {...frame} />
