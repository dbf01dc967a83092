/** The pages of specification §2.1 with their guards, as plain data: read by the router, the static server and the tests. */
import type { Guard } from '#contract/core/access.ts'

export interface Page {
  /** `{name}` is a parameter; a closing `/*` is any deeper path. */
  path: string
  guard: Guard
  title: string
}

const page = (guard: Guard, path: string, title: string): Page => ({ path, guard, title })

export const PAGES: readonly Page[] = [
  page('guest-only', '/', 'Home'),
  page('public', '/marketplace', 'Marketplace'),
  page('seller-type', '/marketplace/publish', 'Publish'),
  page('public', '/marketplace/categories/{slug}', 'Category'),
  page('public', '/agent/{id}', 'Agent'),
  page('public', '/sellers/{handle}', 'Seller'),
  page('public', '/workflow-agents', 'Workflow Agents'),
  page('public', '/workflow-agents/{id}', 'Workflow of an agent'),
  page('public', '/pricing', 'Pricing'),
  page('public', '/contact', 'Contact'),
  page('public', '/about-us', 'About us'),
  page('public', '/terms', 'Terms of Service'),
  page('public', '/privacy', 'Privacy Policy'),
  page('public', '/refund-policy', 'Refund Policy'),
  page('public', '/docs', 'Documentation'),
  page('public', '/docs/{page}', 'Documentation'),
  page('public', '/api', 'API Reference'),
  page('guest-only', '/login', 'Sign in'),
  page('guest-only', '/register', 'Sign up'),
  page('guest-only', '/forgot-password', 'Reset password'),
  // Mailed links lead here, whether the reader is signed in or not.
  page('public', '/reset-password', 'Reset password'),
  page('public', '/verify-email', 'Confirm email address'),
  page('guest-only', '/auth', 'Sign in'),
  page('public', '/oauth2/gmail/callback', 'Connect Gmail'),
  page('public', '/oauth2/sign-on/callback', 'Sign in with your work account'),
  // Where an assistant sends a person to agree (OAuth).
  page('authenticated', '/oauth/authorize', 'Connect an assistant'),
  page('public', '/subscribe/{tierId}', 'Subscribe'),
  page('public', '/subscription-success', 'Subscription active'),
  page('authenticated', '/dashboard', 'Dashboard'),
  page('authenticated', '/subscription', 'Subscription'),
  page('authenticated', '/my-ai-services', 'My AI Services'),
  page('authenticated', '/my-ai-services/{id}', 'AI Service'),
  page('authenticated', '/batches/{id}', 'Batch'),
  page('authenticated', '/inbox', 'Inbox'),
  page('authenticated', '/review', 'Review queue'),
  page('authenticated', '/benches', 'Private benches'),
  page('authenticated', '/benches/{id}', 'Private bench'),
  page('authenticated', '/payments', 'Payments'),
  page('authenticated', '/payments/{id}', 'Payment'),
  page('authenticated', '/profile', 'Profile Settings'),
  page('authenticated', '/settings', 'Account Settings'),
  page('authenticated', '/workspace', 'People and settings'),
  // Mailed links lead here, whether the reader is signed in or not.
  page('public', '/join/{token}', 'Join a workspace'),
  page('public', '/approve/{token}', 'Approval'),
  page('authenticated', '/upgrade', 'Upgrade'),
  page('authenticated', '/analytics', 'Analytics'),
  page('authenticated', '/execution-recovery', 'Execution Recovery'),
  page('authenticated', '/design-system', 'Design System'),
  page('authenticated', '/mcp-tools', 'MCP Tools'),
  page('authenticated', '/integrations', 'Apps'),
  page('authenticated', '/integrations/{id}', 'App'),
  page('authenticated', '/my-workflows', 'My Workflows'),
  page('authenticated', '/my-workflows/{id}', 'Shared workflow'),
  page('seller-type', '/my-workflows/{id}/triggers', 'Triggers'),
  page('seller-type', '/skills', 'Skills'),
  page('seller-type', '/skills/{id}', 'Skill'),
  page('seller-type', '/data-tables', 'Data tables'),
  page('seller-type', '/data-tables/{id}', 'Data table'),
  // Forms of users' workflows, for anyone who knows the address.
  page('public', '/forms/{token}', 'Form'),
  page('authenticated', '/knowledge', 'Knowledge'),
  page('authenticated', '/knowledge/{id}', 'Knowledge base'),
  page('authenticated', '/node-config-test', 'Node Configuration Test'),
  // A visitor opens the run started without an account with its run token, so the page itself is public.
  page('public', '/runs/{id}', 'Run'),
  page('authenticated', '/runs/{id}/compare/{other}', 'Compare runs'),
  page('authenticated', '/runs/{id}/record', 'Record of a run'),
  page('super-admin', '/executions', 'Executions'),
  page('super-admin', '/executions/{executionId}', 'Execution'),
  page('super-admin', '/admin/pricing', 'Pricing Management'),
  page('super-admin', '/admin/pricing/coupons', 'Coupons of plans'),
  page('super-admin', '/admin/system', 'System'),
  page('super-admin', '/admin/outbox', 'Outbox'),
  page('super-admin', '/admin/announcement', 'Announcement'),
  page('super-admin', '/admin/settings', 'Settings'),
  page('seller-type', '/custom-agents', 'Custom agents'),
  page('seller-type', '/custom-agents/{id}', 'Custom agent'),
  page('seller-type', '/custom-agents/{id}/tests', 'Test cases'),
  page('seller-type', '/workflows', 'Workflows'),
  page('seller-type', '/workflows/templates', 'Templates'),
  page('seller-type', '/workflows/templates/{id}', 'Template'),
  page('seller-type', '/agents/create', 'Create agent'),
  page('seller-type', '/workflows/designer', 'Designer'),
  page('seller-type', '/workflow-builder', 'Workflow Builder'),
  page('seller-type', '/plugins', 'Plugins'),
  page('seller-type', '/plugins/{id}', 'Plugin'),
  page('seller-type', '/premium', 'Premium'),
  page('seller-type', '/seller/import', 'Import agents'),
  page('seller-type', '/seller/agents', 'Agents of a seller'),
  page('seller-type', '/seller/agents/{id}', 'Agent of a seller'),
  page('seller-type', '/seller/evaluations', 'Evaluations'),
  page('seller-type', '/seller/evaluations/{id}', 'Test cases'),
  page('seller-type', '/seller/coupons', 'Coupons'),
  page('seller-type', '/seller/refunds', 'Refunds'),
  page('seller-type', '/seller/overview', 'Earnings'),
  page('seller-type', '/seller/reviews', 'Reviews of your agents'),
  page('seller-type', '/seller/payouts', 'Payouts'),
  page('seller-type', '/seller/invoices', 'Invoices'),
  page('seller-type', '/seller/*', 'Seller dashboard'),
  page('admin', '/admin', 'Admin Panel'),
  page('admin', '/admin/users', 'User Management'),
  page('admin', '/admin/users/{id}', 'Person'),
  page('admin', '/admin/agents', 'Agent review'),
  page('admin', '/admin/reviews', 'Reviews to judge'),
  page('admin', '/admin/search', 'Search'),
  page('admin', '/admin/payments', 'Payments'),
  page('admin', '/admin/errors', 'Reported errors'),
  page('admin', '/admin/sellers', 'Seller details'),
  page('admin', '/admin/audit', 'Audit log'),
  page('admin', '/admin/reports', 'Reports'),
  page('admin', '/admin/reports/{id}', 'Report'),
  page('admin', '/admin/run-stops', 'Stop runs'),
  page('admin', '/admin/invitations', 'Invitations'),
  page('super-admin', '/admin/apps', 'Apps'),
  page('super-admin', '/admin/payouts', 'Payout runs'),
  page('super-admin', '/admin/payouts/{id}', 'Payout run'),
  page('super-admin', '/admin/ledger', 'Books'),
  page('admin', '/admin/execution-logs', 'Execution logs'),
  page('admin', '/admin/execution-logs/{id}', 'Execution log'),
  page('admin', '/admin/metrics', 'Metrics'),
  page('admin', '/admin-dashboard', 'Admin Panel'),
  page('admin', '/admin/*', 'Admin Panel'),
  page('public', '/unauthorized', 'Access Help'),
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
