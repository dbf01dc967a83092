/** Every page of the product on one sheet. The guard of each comes from `contract/pages.ts`. */
import type { RouteObject } from 'react-router'
import { LoadingLayout } from '#web/layouts/loading.tsx'
import { RootError } from '#web/layouts/page-error.tsx'
import { pageRoute } from '#web/layouts/page-route.ts'
import { RootLayout } from '#web/layouts/root-layout.tsx'
import { Shell } from '#web/layouts/shell.tsx'

export const pages: RouteObject[] = [
  pageRoute('/', () => import('#web/screens/home/home.tsx')),
  pageRoute('/marketplace', () => import('#web/screens/marketplace/marketplace.tsx')),
  pageRoute('/marketplace/publish', () => import('#web/screens/seller/publish.tsx')),
  pageRoute('/custom-agents', () => import('#web/screens/seller/custom-agents.tsx')),
  pageRoute('/seller/agents/{id}', () => import('#web/screens/seller/agent.tsx')),
  pageRoute('/seller/overview', () => import('#web/screens/earnings/overview.tsx')),
  pageRoute('/seller/*', () => import('#web/screens/seller/seller.tsx')),
  pageRoute('/admin/agents', () => import('#web/screens/agent-review/agent-review.tsx')),
  pageRoute('/agent/{id}', () => import('#web/screens/agent/agent.tsx')),
  pageRoute('/subscribe/{tierId}', () => import('#web/screens/subscribe/subscribe.tsx')),
  pageRoute('/subscription-success', () => import('#web/screens/subscribe/success.tsx')),
  pageRoute('/subscription', () => import('#web/screens/subscription/subscription.tsx')),
  pageRoute('/admin/pricing', () => import('#web/screens/plan-admin/plan-admin.tsx')),
  pageRoute('/pricing', () => import('#web/screens/pricing/pricing.tsx')),
  pageRoute('/about-us', () => import('#web/screens/company/about-us.tsx')),
  pageRoute('/terms', () => import('#web/screens/company/terms.tsx')),
  pageRoute('/privacy', () => import('#web/screens/company/privacy.tsx')),
  pageRoute('/refund-policy', () => import('#web/screens/company/refund-policy.tsx')),
  pageRoute('/runs/{id}', () => import('#web/screens/runs/run.tsx')),
  pageRoute('/runs/{id}/compare/{other}', () => import('#web/screens/runs/compare.tsx')),
  pageRoute('/execution-recovery', () => import('#web/screens/recovery/recovery.tsx')),
  pageRoute('/executions', () => import('#web/screens/runs/executions.tsx')),
  pageRoute('/executions/{executionId}', () => import('#web/screens/runs/execution.tsx')),
  pageRoute('/dashboard', () => import('#web/screens/dashboard/dashboard.tsx')),
  pageRoute('/my-ai-services', () => import('#web/screens/services/services.tsx')),
  pageRoute('/my-ai-services/{id}', () => import('#web/screens/services/service.tsx')),
  pageRoute('/my-workflows', () => import('#web/screens/runs/my-workflows.tsx')),
  pageRoute('/my-workflows/{id}', () => import('#web/screens/workflows/shared.tsx')),
  pageRoute('/my-workflows/{id}/triggers', () => import('#web/screens/triggers/triggers.tsx')),
  pageRoute('/workflows', () => import('#web/screens/workflows/hub.tsx')),
  pageRoute('/workflows/templates', () => import('#web/screens/workflows/templates.tsx')),
  pageRoute('/workflows/templates/{id}', () => import('#web/screens/workflows/template.tsx')),
  pageRoute('/workflow-builder', () => import('#web/screens/workflows/hub.tsx')),
  pageRoute('/agents/create', () => import('#web/screens/workflows/create.tsx')),
  pageRoute('/workflows/designer', () => import('#web/screens/workflows/designer.tsx')),
  pageRoute('/forms/{token}', () => import('#web/screens/public-form/public-form.tsx')),
  pageRoute('/payments', () => import('#web/screens/payments/payments.tsx')),
  pageRoute('/payments/{id}', () => import('#web/screens/payments/payment.tsx')),
  pageRoute('/seller/refunds', () => import('#web/screens/payments/seller-refunds.tsx')),
  pageRoute('/admin/payments', () => import('#web/screens/payments/admin-payments.tsx')),
  pageRoute('/profile', () => import('#web/screens/profile/profile.tsx')),
  pageRoute('/upgrade', () => import('#web/screens/upgrade/upgrade.tsx')),
  pageRoute('/premium', () => import('#web/screens/premium/premium.tsx')),
  pageRoute('/settings', () => import('#web/screens/settings/settings.tsx')),
  pageRoute('/login', () => import('#web/screens/auth/login.tsx')),
  pageRoute('/register', () => import('#web/screens/auth/register.tsx')),
  pageRoute('/oauth2/gmail/callback', () => import('#web/screens/auth/gmail-callback.tsx')),
  pageRoute('/forgot-password', () => import('#web/screens/auth/forgot-password.tsx')),
  pageRoute('/reset-password', () => import('#web/screens/auth/reset-password.tsx')),
  pageRoute('/verify-email', () => import('#web/screens/auth/verify-email.tsx')),
  pageRoute('/auth', () => import('#web/screens/auth/auth.tsx')),
  pageRoute('/docs', () => import('#web/screens/docs/docs.tsx')),
  pageRoute('/docs/{page}', () => import('#web/screens/docs/docs.tsx')),
  pageRoute('/api', () => import('#web/screens/api-reference/api-reference.tsx')),
  pageRoute('/contact', () => import('#web/screens/contact/contact.tsx')),
  pageRoute('/admin/outbox', () => import('#web/screens/outbox/outbox.tsx')),
  pageRoute('/workflow-agents', () => import('#web/screens/workflow-agents/workflow-agents.tsx')),
  pageRoute('/workflow-agents/{id}', () => import('#web/screens/workflow-agents/workflow-agent.tsx')),
  pageRoute('/admin/system', () => import('#web/screens/system/system.tsx')),
  pageRoute('/node-config-test', () => import('#web/screens/node-config-test/node-config-test.tsx')),
  pageRoute('/unauthorized', () => import('#web/screens/errors/unauthorized.tsx')),
  pageRoute('/design-system', () => import('#web/screens/design-system/design-system.tsx')),
]

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: LoadingLayout,
    children: [
      {
        Component: Shell,
        children: [
          ...pages,
          { path: '*', lazy: async () => ({ Component: (await import('#web/layouts/not-found.tsx')).NotFound }) },
        ],
      },
    ],
  },
]
