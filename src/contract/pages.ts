/** The pages of specification §2.1 with their guards, as plain data: read by the router, the static server and the tests. */
import type { Guard } from './access.ts'

export interface Page {
  /** `{name}` is a parameter; a closing `/*` is any deeper path. */
  path: string
  guard: Guard
  title: string
  purpose: string
  /** Has a screen now; the others come with a later issue. */
  served: boolean
}

const page = (guard: Guard, path: string, title: string, purpose: string): Page => ({
  path,
  guard,
  title,
  purpose,
  served: false,
})
const served = (guard: Guard, path: string, title: string, purpose: string): Page => ({
  path,
  guard,
  title,
  purpose,
  served: true,
})

export const PAGES: readonly Page[] = [
  served('guest-only', '/', 'Home', 'Home page'),
  served('public', '/marketplace', 'Marketplace', 'Find an agent'),
  page('seller-type', '/marketplace/publish', 'Publish', 'Publish an agent'),
  served('public', '/agent/{id}', 'Agent', 'Agent details'),
  page('public', '/workflow-agents', 'Workflow Agents', 'Workflow-enabled agents'),
  page('public', '/pricing', 'Pricing', 'Plans and prices'),
  page('public', '/contact', 'Contact', 'Help Center, Enterprise Solutions and plan sales'),
  page('public', '/about-us', 'About us', 'The company'),
  page('public', '/terms', 'Terms of Service', 'Legal'),
  page('public', '/privacy', 'Privacy Policy', 'Legal'),
  page('public', '/refund-policy', 'Refund Policy', 'Legal'),
  page('public', '/docs', 'Documentation', 'Documentation, an external link in navigation'),
  page('public', '/api', 'API Reference', 'API reference'),
  served('guest-only', '/login', 'Sign in', 'Sign-in'),
  served('guest-only', '/register', 'Sign up', 'Sign-up'),
  page('guest-only', '/forgot-password', 'Reset password', 'Password reset'),
  served('guest-only', '/auth', 'Sign in', 'Where sign-out lands'),
  page('public', '/oauth2/gmail/callback', 'Signing in', 'Callback screen'),
  page('public', '/subscribe/{tierId}', 'Subscribe', 'Subscription page'),
  page('public', '/subscription-success', 'Subscription active', 'Subscription success'),
  served('authenticated', '/dashboard', 'Dashboard', 'Home of signed-in users'),
  page('authenticated', '/subscription', 'Subscription', 'Subscription management'),
  served('authenticated', '/my-ai-services', 'My AI Services', 'Agents a user has deployed'),
  served('authenticated', '/my-ai-services/{id}', 'AI Service', 'One deployed agent'),
  page('authenticated', '/profile', 'Profile Settings', 'Profile settings'),
  page('authenticated', '/settings', 'Account Settings', 'Account settings'),
  page('authenticated', '/upgrade', 'Upgrade', 'Ask for a role'),
  page('authenticated', '/analytics', 'Analytics', 'Analytics'),
  page('authenticated', '/execution-recovery', 'Execution Recovery', 'Act on failed runs in bulk'),
  served('authenticated', '/design-system', 'Design System', 'Design system showcase'),
  page('authenticated', '/mcp-tools', 'MCP Tools', 'MCP tools'),
  served('authenticated', '/my-workflows', 'My Workflows', 'Own runs'),
  page('authenticated', '/node-config-test', 'Node Configuration Test', 'Node configuration test'),
  // A visitor opens the run started without an account with its run token, so the page itself is public.
  served('public', '/runs/{id}', 'Run', 'One run with its timeline and result'),
  page('super-admin', '/executions', 'Executions', 'Execution list'),
  page('super-admin', '/executions/{executionId}', 'Execution', 'Execution detail'),
  page('super-admin', '/admin/pricing', 'Pricing Management', 'Pricing management'),
  page('super-admin', '/admin/system', 'System', 'Advanced system management is coming soon'),
  page('seller-type', '/custom-agents', 'Custom agents', 'Custom agents'),
  page('seller-type', '/workflows', 'Workflows', 'Workflow hub'),
  page('seller-type', '/agents/create', 'Create agent', 'Workflow hub'),
  page('seller-type', '/workflows/designer', 'Designer', 'Workflow hub'),
  page('seller-type', '/workflow-builder', 'Workflow Builder', 'Link target of the workflow hub'),
  page('seller-type', '/plugins', 'Plugins', 'Plugins'),
  page('seller-type', '/premium', 'Premium', 'Premium'),
  page('seller-type', '/seller/*', 'Seller dashboard', 'Dashboard of a seller'),
  page('admin', '/admin', 'Admin Panel', 'Admin dashboard'),
  page('admin', '/admin/users', 'User Management', 'User management'),
  page('admin', '/admin/execution-logs', 'Execution logs', 'Logs'),
  page('admin', '/admin/metrics', 'Metrics', 'Health and metrics'),
  page('admin', '/admin-dashboard', 'Admin Panel', 'Admin dashboard'),
  page('admin', '/admin/*', 'Admin Panel', 'Admin dashboard'),
  served('public', '/unauthorized', 'Access Help', 'What to do when access is refused'),
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
