/** The pages of specification §2.1 with their guards, as plain data: read by the router, the static server and the tests. */
import type { Guard } from '#contract/core/access.ts'

export interface Page {
  /** `{name}` is a parameter; a closing `/*` is any deeper path. */
  path: string
  guard: Guard
  title: string
  /** Has a screen now; the others come with a later issue. */
  served: boolean
}

const served = (guard: Guard, path: string, title: string): Page => ({
  path,
  guard,
  title,
  served: true,
})

export const PAGES: readonly Page[] = [
  served('guest-only', '/', 'Home'),
  served('public', '/marketplace', 'Marketplace'),
  served('seller-type', '/marketplace/publish', 'Publish'),
  served('public', '/marketplace/categories/{slug}', 'Category'),
  served('public', '/agent/{id}', 'Agent'),
  served('public', '/sellers/{handle}', 'Seller'),
  served('public', '/workflow-agents', 'Workflow Agents'),
  served('public', '/workflow-agents/{id}', 'Workflow of an agent'),
  served('public', '/pricing', 'Pricing'),
  served('public', '/contact', 'Contact'),
  served('public', '/about-us', 'About us'),
  served('public', '/terms', 'Terms of Service'),
  served('public', '/privacy', 'Privacy Policy'),
  served('public', '/refund-policy', 'Refund Policy'),
  served('public', '/docs', 'Documentation'),
  served('public', '/docs/{page}', 'Documentation'),
  served('public', '/api', 'API Reference'),
  served('guest-only', '/login', 'Sign in'),
  served('guest-only', '/register', 'Sign up'),
  served('guest-only', '/forgot-password', 'Reset password'),
  // Mailed links lead here, whether the reader is signed in or not.
  served('public', '/reset-password', 'Reset password'),
  served('public', '/verify-email', 'Confirm email address'),
  served('guest-only', '/auth', 'Sign in'),
  served('public', '/oauth2/gmail/callback', 'Connect Gmail'),
  // Where an assistant sends a person to agree (OAuth).
  served('authenticated', '/oauth/authorize', 'Connect an assistant'),
  served('public', '/subscribe/{tierId}', 'Subscribe'),
  served('public', '/subscription-success', 'Subscription active'),
  served('authenticated', '/dashboard', 'Dashboard'),
  served('authenticated', '/subscription', 'Subscription'),
  served('authenticated', '/my-ai-services', 'My AI Services'),
  served('authenticated', '/my-ai-services/{id}', 'AI Service'),
  served('authenticated', '/benches', 'Private benches'),
  served('authenticated', '/benches/{id}', 'Private bench'),
  served('authenticated', '/payments', 'Payments'),
  served('authenticated', '/payments/{id}', 'Payment'),
  served('authenticated', '/profile', 'Profile Settings'),
  served('authenticated', '/settings', 'Account Settings'),
  served('authenticated', '/upgrade', 'Upgrade'),
  served('authenticated', '/analytics', 'Analytics'),
  served('authenticated', '/execution-recovery', 'Execution Recovery'),
  served('authenticated', '/design-system', 'Design System'),
  served('authenticated', '/mcp-tools', 'MCP Tools'),
  served('authenticated', '/integrations', 'Apps'),
  served('authenticated', '/integrations/{id}', 'App'),
  served('authenticated', '/my-workflows', 'My Workflows'),
  served('authenticated', '/my-workflows/{id}', 'Shared workflow'),
  served('seller-type', '/my-workflows/{id}/triggers', 'Triggers'),
  // Forms of users' workflows, for anyone who knows the address.
  served('public', '/forms/{token}', 'Form'),
  served('authenticated', '/node-config-test', 'Node Configuration Test'),
  // A visitor opens the run started without an account with its run token, so the page itself is public.
  served('public', '/runs/{id}', 'Run'),
  served('authenticated', '/runs/{id}/compare/{other}', 'Compare runs'),
  served('super-admin', '/executions', 'Executions'),
  served('super-admin', '/executions/{executionId}', 'Execution'),
  served('super-admin', '/admin/pricing', 'Pricing Management'),
  served('super-admin', '/admin/pricing/coupons', 'Coupons of plans'),
  served('super-admin', '/admin/system', 'System'),
  served('super-admin', '/admin/outbox', 'Outbox'),
  served('super-admin', '/admin/announcement', 'Announcement'),
  served('super-admin', '/admin/settings', 'Settings'),
  served('seller-type', '/custom-agents', 'Custom agents'),
  served('seller-type', '/workflows', 'Workflows'),
  served('seller-type', '/workflows/templates', 'Templates'),
  served('seller-type', '/workflows/templates/{id}', 'Template'),
  served('seller-type', '/agents/create', 'Create agent'),
  served('seller-type', '/workflows/designer', 'Designer'),
  served('seller-type', '/workflow-builder', 'Workflow Builder'),
  served('seller-type', '/plugins', 'Plugins'),
  served('seller-type', '/plugins/{id}', 'Plugin'),
  served('seller-type', '/premium', 'Premium'),
  served('seller-type', '/seller/import', 'Import agents'),
  served('seller-type', '/seller/agents/{id}', 'Agent of a seller'),
  served('seller-type', '/seller/evaluations', 'Evaluations'),
  served('seller-type', '/seller/evaluations/{id}', 'Test cases'),
  served('seller-type', '/seller/coupons', 'Coupons'),
  served('seller-type', '/seller/refunds', 'Refunds'),
  served('seller-type', '/seller/overview', 'Earnings'),
  served('seller-type', '/seller/reviews', 'Reviews of your agents'),
  served('seller-type', '/seller/payouts', 'Payouts'),
  served('seller-type', '/seller/invoices', 'Invoices'),
  served('seller-type', '/seller/*', 'Seller dashboard'),
  served('admin', '/admin', 'Admin Panel'),
  served('admin', '/admin/users', 'User Management'),
  served('admin', '/admin/users/{id}', 'Person'),
  served('admin', '/admin/agents', 'Agent review'),
  served('admin', '/admin/reviews', 'Reviews to judge'),
  served('admin', '/admin/search', 'Search'),
  served('admin', '/admin/payments', 'Payments'),
  served('admin', '/admin/errors', 'Reported errors'),
  served('admin', '/admin/sellers', 'Seller details'),
  served('admin', '/admin/audit', 'Audit log'),
  served('admin', '/admin/reports', 'Reports'),
  served('admin', '/admin/reports/{id}', 'Report'),
  served('admin', '/admin/run-stops', 'Stop runs'),
  served('admin', '/admin/invitations', 'Invitations'),
  served('super-admin', '/admin/apps', 'Apps'),
  served('super-admin', '/admin/payouts', 'Payout runs'),
  served('super-admin', '/admin/payouts/{id}', 'Payout run'),
  served('super-admin', '/admin/ledger', 'Books'),
  served('admin', '/admin/execution-logs', 'Execution logs'),
  served('admin', '/admin/execution-logs/{id}', 'Execution log'),
  served('admin', '/admin/metrics', 'Metrics'),
  served('admin', '/admin-dashboard', 'Admin Panel'),
  served('admin', '/admin/*', 'Admin Panel'),
  served('public', '/unauthorized', 'Access Help'),
]

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) =>
        part === '*' ? '.+' : /^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('/')}/?$`,
  )
const MATCHERS = PAGES.map((entry) => ({ entry, regex: pattern(entry.path), wild: /[*{]/.test(entry.path) }))

/** The page at a path: an exact one before one with parameters. Null is the 404 page. */
export const pageAt = (pathname: string): Page | null => {
  const found = MATCHERS.filter(({ regex }) => regex.test(pathname))
  return (found.find(({ wild }) => !wild) ?? found[0])?.entry ?? null
}
