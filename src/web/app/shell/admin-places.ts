/** What admins open that is in no list of navigation. */
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { paths } from '#web/paths.ts'

export interface AdminPlace {
  key: string
  name: string
  href: string
  /** For the super admin alone. */
  only_super: boolean
}

/** Those that are about money stand side by side above each of them. */
export const MONEY_PLACES: readonly AdminPlace[] = [
  { key: 'admin-payments', name: 'Payments', href: paths.adminPayments(), only_super: false },
  { key: 'admin-sellers', name: 'Seller details', href: paths.adminSellers(), only_super: false },
  { key: 'admin-payouts', name: 'Payout runs', href: paths.adminPayouts(), only_super: true },
  { key: 'admin-ledger', name: 'Books', href: paths.adminLedger(), only_super: true },
]
const PLACES: readonly AdminPlace[] = [
  { key: 'admin-agents', name: 'Agent review', href: paths.adminAgents(), only_super: false },
  { key: 'admin-reviews', name: 'Reviews to moderate', href: paths.adminReviews(), only_super: false },
  { key: 'admin-search', name: 'Search', href: paths.adminSearch(), only_super: false },
  ...MONEY_PLACES,
  { key: 'admin-coupons', name: 'Plan coupons', href: paths.adminCoupons(), only_super: true },
  { key: 'admin-errors', name: 'Reported errors', href: paths.adminErrors(), only_super: false },
  { key: 'admin-outbox', name: 'Outbox', href: paths.outbox(), only_super: true },
  { key: 'admin-system', name: 'System', href: paths.adminSystem(), only_super: true },
]

const opens = (role: Role, { only_super }: AdminPlace): boolean =>
  only_super ? role === 'super_admin' : isAdminOrAbove(role)

export const findAdminPlaces = (role: Role): AdminPlace[] => PLACES.filter((place) => opens(role, place))
export const findMoneyPlaces = (role: Role): AdminPlace[] => MONEY_PLACES.filter((place) => opens(role, place))
