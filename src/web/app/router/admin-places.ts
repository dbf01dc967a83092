/** The admin area: its pages in their groups, as every page of it lists them. */
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { paths } from '#web/paths.ts'

export interface AdminPlace {
  key: string
  name: string
  href: string
  /** For the super admin alone. */
  only_super?: true
}

export interface AdminGroup {
  name: string
  places: readonly AdminPlace[]
}

const GROUPS: readonly AdminGroup[] = [
  {
    name: 'Overview',
    places: [
      { key: 'admin', name: 'Admin Panel', href: paths.admin() },
      { key: 'analytics', name: 'Analytics', href: paths.analytics() },
    ],
  },
  {
    name: 'People',
    places: [
      { key: 'admin-users', name: 'User Management', href: paths.adminUsers() },
      { key: 'admin-invitations', name: 'Invitations', href: paths.adminInvitations() },
      { key: 'admin-sellers', name: 'Seller details', href: paths.adminSellers() },
    ],
  },
  {
    name: 'Marketplace',
    places: [
      { key: 'admin-agents', name: 'Agent review', href: paths.adminAgents() },
      { key: 'admin-reports', name: 'Reports', href: paths.adminReports() },
      { key: 'admin-reviews', name: 'Reviews to moderate', href: paths.adminReviews() },
      { key: 'admin-search', name: 'Search', href: paths.adminSearch() },
    ],
  },
  {
    name: 'Money',
    places: [
      { key: 'admin-payments', name: 'Payments', href: paths.adminPayments() },
      { key: 'admin-payouts', name: 'Payout runs', href: paths.adminPayouts(), only_super: true },
      { key: 'admin-ledger', name: 'Books', href: paths.adminLedger(), only_super: true },
      { key: 'admin-pricing', name: 'Pricing Management', href: paths.adminPricing(), only_super: true },
      { key: 'admin-coupons', name: 'Plan coupons', href: paths.adminCoupons(), only_super: true },
    ],
  },
  {
    name: 'Runs',
    places: [
      { key: 'admin-execution-logs', name: 'Execution logs', href: paths.adminExecutionLogs() },
      { key: 'executions', name: 'Executions', href: paths.executions(), only_super: true },
      { key: 'admin-run-stops', name: 'Stop runs', href: paths.adminRunStops() },
    ],
  },
  {
    name: 'Operation',
    places: [
      { key: 'admin-metrics', name: 'Metrics', href: paths.adminMetrics() },
      { key: 'admin-audit', name: 'Audit log', href: paths.adminAudit() },
      { key: 'admin-errors', name: 'Reported errors', href: paths.adminErrors() },
      { key: 'admin-outbox', name: 'Outbox', href: paths.outbox(), only_super: true },
      { key: 'admin-announcement', name: 'Announcement', href: paths.adminAnnouncement(), only_super: true },
      { key: 'plugins', name: 'Plugins', href: paths.plugins() },
      { key: 'admin-apps', name: 'Apps', href: paths.adminApps(), only_super: true },
      { key: 'admin-settings', name: 'Settings', href: paths.adminSettings(), only_super: true },
      { key: 'admin-system', name: 'System', href: paths.adminSystem(), only_super: true },
    ],
  },
]

const opens = (role: Role, { only_super }: AdminPlace): boolean =>
  only_super ? role === 'super_admin' : isAdminOrAbove(role)

/** What someone with this role may open; a group without a place is left out. */
export const findAdminGroups = (role: Role): AdminGroup[] =>
  GROUPS.map(({ name, places }) => ({ name, places: places.filter((place) => opens(role, place)) })).filter(
    ({ places }) => places.length > 0,
  )

export const findAdminPlaces = (role: Role): AdminPlace[] => findAdminGroups(role).flatMap(({ places }) => places)

/** The place that a path is in: of several the one with the longest address. Addresses of no place show the Admin Panel. */
export const activePlace = (places: readonly AdminPlace[], pathname: string): AdminPlace | null =>
  places
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0] ??
  places.find(({ key }) => key === 'admin') ??
  null
