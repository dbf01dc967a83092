/** Every served page, and further states of some, with whom each is for. */
import type { Guard, Role } from '#contract/core/access.ts'
import { PAGES } from '#contract/platform/pages.ts'

/** Whom a guard is for; null is a visitor. */
const FOR: Record<Guard, Role | null> = {
  public: null,
  'guest-only': null,
  authenticated: 'basic_user',
  'seller-type': 'seller',
  admin: 'admin',
  'super-admin': 'super_admin',
}

export interface Sight {
  /** With names in braces for ids of what the person has (`sight-things.ts`). */
  path: string
  name: string
  role: Role | null
}

const named = (path: string): string => path.replace(/^\//, '').replace(/[^a-z0-9]+/gi, '-') || 'home'

/** Pages with parameters are seen with these; a page that is missing here fails. */
const SAMPLES: Record<string, string> = {
  '/agent/{id}': '/agent/icd10-coder',
  '/sellers/{handle}': '/sellers/chowk-labs',
  '/marketplace/categories/{slug}': '/marketplace/categories/healthcare',
  '/knowledge/{id}': '/knowledge/{knowledge}?tab=search',
  '/benches/{id}': '/benches/{bench}',
  '/integrations/{id}': '/integrations/google-sheets',
  '/plugins/{id}': '/plugins/piece-chowk-sights',
  '/join/{token}': '/join/used',
  '/runs/{id}': '/runs/{run}',
  '/runs/{id}/compare/{other}': '/runs/{run}/compare/{second}?show=all',
  '/executions/{executionId}': '/executions/{run}',
  '/my-ai-services/{id}': '/my-ai-services/{service}',
  '/payments/{id}': '/payments/{order}',
  '/docs/{page}': '/docs/self-hosting',
  '/subscribe/{tierId}': '/subscribe/starter?billing=yearly',
  '/my-workflows/{id}': '/my-workflows/{shared}',
  '/my-workflows/{id}/triggers': '/my-workflows/{workflow}/triggers',
  '/forms/{token}': '/forms/{form}',
  '/data-tables/{id}': '/data-tables/{table}',
  '/skills/{id}': '/skills/{skill}',
  '/workflow-agents/{id}': '/workflow-agents/icd10-coder',
  '/custom-agents/{id}': '/custom-agents/{chat}',
  '/custom-agents/{id}/tests': '/custom-agents/{chat}/tests',
  '/seller/agents/{id}': '/seller/agents/{agent}',
  '/seller/evaluations/{id}': '/seller/evaluations/{agent}',
  '/seller/*': '/seller/first',
  '/admin/*': '/admin/first',
  '/admin/execution-logs/{id}': '/admin/execution-logs/{run}',
  '/admin/payouts/{id}': '/admin/payouts/{payout}',
  '/admin/users/{id}': '/admin/users/{person}',
  '/admin/reports/{id}': '/admin/reports/{report}',
  '/workflows/templates/{id}': '/workflows/templates/bank-statement-by-category',
}

/** States that have no address of their own in the table of pages. */
const MORE: Sight[] = [
  { path: '/no/such/page', name: '404', role: null },
  { path: '/runs/{run}?step=start:', name: 'run-step', role: 'super_admin' },
  { path: '/execution-recovery?scope=all', name: 'execution-recovery-all', role: 'super_admin' },
  { path: '/no/such/page', name: '404-user', role: 'basic_user' },
  { path: '/review?open={run}', name: 'review-open', role: 'super_admin' },
  { path: '/docs/api', name: 'docs-user', role: 'basic_user' },
  { path: '/api', name: 'api-user', role: 'basic_user' },
  { path: '/marketplace', name: 'marketplace-user', role: 'basic_user' },
  { path: '/my-ai-services/{service}?tab=share', name: 'service-share', role: 'super_admin' },
  { path: '/my-ai-services/{service}?tab=api', name: 'service-api', role: 'super_admin' },
  { path: '/my-ai-services/{service}?tab=usage', name: 'service-usage', role: 'super_admin' },
  { path: '/my-ai-services/{service}?tab=settings', name: 'service-settings', role: 'super_admin' },
  { path: '/agent/contract-analyst', name: 'agent-user', role: 'basic_user' },
  { path: '/agent/icd10-coder#reviews', name: 'agent-reviewed', role: 'basic_user' },
  { path: '/marketplace?model=none', name: 'marketplace-filtered', role: 'basic_user' },
  { path: '/marketplace?saved=true', name: 'marketplace-nothing-saved', role: 'basic_user' },
  { path: '/marketplace/categories/marketing', name: 'category-empty', role: null },
  { path: '/premium', name: 'access-denied', role: 'basic_user' },
  { path: '/dashboard', name: 'dashboard-seller', role: 'seller' },
  { path: '/my-workflows?tab=shared', name: 'my-workflows-shared', role: 'basic_user' },
  { path: '/my-workflows?tab=own', name: 'my-workflows-own', role: 'super_admin' },
  { path: '/my-workflows?tab=import', name: 'my-workflows-import', role: 'super_admin' },
  { path: '/workflows?view=archived', name: 'workflows-archive', role: 'seller' },
  { path: '/workflows', name: 'workflows-empty', role: 'super_admin' },
  { path: '/workflows/designer?workflow={workflow}', name: 'designer', role: 'seller' },
  { path: '/workflows/designer?workflow={workflow}&show=list', name: 'designer-list', role: 'seller' },
  { path: '/workflows/designer?workflow={workflow}&panel=history', name: 'designer-history', role: 'seller' },
  { path: '/workflows/designer?workflow={workflow}&panel=comments', name: 'designer-comments', role: 'seller' },
  { path: '/dashboard', name: 'dashboard-admin', role: 'admin' },
  { path: '/seller/payouts?edit=details', name: 'seller-payouts-edit', role: 'seller' },
  { path: '/seller/payouts?tab=statement', name: 'seller-statement', role: 'seller' },
  { path: '/seller/invoices?to=you', name: 'seller-invoices-to-you', role: 'seller' },
  { path: '/admin/ledger?tab=transactions', name: 'admin-ledger-transactions', role: 'super_admin' },
  { path: '/admin/ledger?tab=gstr1', name: 'admin-ledger-gstr1', role: 'super_admin' },
  { path: '/payments/{unpaid}', name: 'payment-unpaid', role: 'basic_user' },
  { path: '/payments?tab=purchases', name: 'purchases', role: 'basic_user' },
  { path: '/payments?tab=purchases&show=runs', name: 'purchases-runs', role: 'basic_user' },
  { path: '/admin/users?status=pending', name: 'admin-users-pending', role: 'admin' },
  { path: '/admin/users/{person}?tab=audit&show=by', name: 'admin-users-audit', role: 'super_admin' },
  { path: '/admin/users/{person}?tab=sessions', name: 'admin-users-sessions', role: 'super_admin' },
  { path: '/admin/payments?tab=disputes', name: 'admin-payments-disputes', role: 'admin' },
  { path: '/admin/payments?tab=unclaimed', name: 'admin-payments-unclaimed', role: 'admin' },
  { path: '/admin/payments?tab=reconciliation', name: 'admin-payments-reconciliation', role: 'admin' },
  { path: '/admin/agents?status=agents', name: 'admin-agents-all', role: 'admin' },
  ...['workflow', 'details', 'samples', 'price', 'submit'].map((step) => ({
    path: `/marketplace/publish?agent={agent}&step=${step}`,
    name: `publish-${step}`,
    role: 'seller' as const,
  })),
  { path: '/pricing?billing=yearly', name: 'pricing-yearly', role: null },
  { path: '/subscribe/starter?billing=monthly', name: 'subscribe-user', role: 'basic_user' },
  { path: '/subscribe/gold', name: 'subscribe-unknown', role: null },
  { path: '/subscription-success', name: 'subscription-success-user', role: 'basic_user' },
  { path: '/subscription?tab=payments', name: 'subscription-payments', role: 'basic_user' },
  { path: '/subscription?tab=invoices', name: 'subscription-invoices', role: 'basic_user' },
  { path: '/subscription?tab=credits', name: 'subscription-credits', role: 'basic_user' },
  { path: '/subscription?tab=history', name: 'subscription-history', role: 'basic_user' },
  ...[
    'security',
    'connections',
    'notifications',
    'api-keys',
    'credentials',
    'apps',
    'models',
    'appearance',
    'data',
  ].map((section) => ({
    path: `/settings?section=${section}`,
    name: `settings-${section}`,
    role: 'basic_user' as const,
  })),
  { path: '/integrations?search=add+row', name: 'integrations-found', role: 'basic_user' },
  { path: '/integrations/google-sheets?tab=calls', name: 'integration-calls', role: 'basic_user' },
  {
    path: '/workflows/designer?app=google-sheets&action=add_row',
    name: 'designer-with-action',
    role: 'seller',
  },
  { path: '/knowledge/{knowledge}?tab=websites', name: 'knowledge-websites', role: 'basic_user' },
  { path: '/plugins?tab=available', name: 'plugins-available', role: 'seller' },
  { path: '/plugins?search=nothing-like-it', name: 'plugins-none-found', role: 'seller' },
  { path: '/mcp-tools?tab=packages', name: 'mcp-packages', role: 'admin' },
  { path: '/plugins', name: 'plugins-admin', role: 'admin' },
  { path: '/plugins/piece-chowk-sights', name: 'plugin-admin', role: 'admin' },
  { path: '/plugins/piece-chowk-sights?tab=history', name: 'plugin-history', role: 'admin' },
  { path: '/plugins/piece-chowk-sights?tab=versions', name: 'plugin-versions', role: 'admin' },
  { path: '/design-system?tab=categories', name: 'design-system-categories', role: 'basic_user' },
  { path: '/design-system?tab=charts', name: 'design-system-charts', role: 'basic_user' },
  { path: '/design-system?tab=controls', name: 'design-system-controls', role: 'basic_user' },
  { path: '/design-system?tab=codes', name: 'design-system-codes', role: 'basic_user' },
  { path: '/design-system?tab=data', name: 'design-system-data', role: 'basic_user' },
  { path: '/design-system?tab=feedback', name: 'design-system-feedback', role: 'basic_user' },
]

export const SIGHTS: Sight[] = [
  ...PAGES.map(({ path, guard }) => ({
    path: SAMPLES[path] ?? path,
    name: named(path),
    role: path === '/runs/{id}' ? 'basic_user' : FOR[guard],
  })),
  ...MORE,
]
