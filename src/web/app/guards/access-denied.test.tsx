/** §6: what stands where a page is refused; §9: the upgrade prompts. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { UPGRADE_PLANS } from '#contract/billing/upgrades.ts'
import { AccessDeniedCard } from './access-denied.tsx'
import { UpgradePrompt } from './upgrade-prompt.tsx'

const NOTE = 'Admin/Seller roles require approval, not payment; platform fees apply to all users.'
const shown = (pathname: string, required: string | null = null): string =>
  renderToStaticMarkup(<AccessDeniedCard pathname={pathname} required={required} />)
    .replaceAll('&#x27;', "'")
    .replace(/<title>.*?<\/title>/, '')

describe('a refused page', () => {
  it.each([
    ['/workflows', 'Upgrade to Enterprise', '$99'],
    ['/workflows/designer', 'Upgrade to Enterprise', '$99'],
    ['/custom-agents', 'Upgrade to Creator', '$19'],
    ['/analytics', 'Upgrade to Pro', '$29'],
  ])('%s prompts: %s', (pathname, label, price) => {
    const html = shown(pathname)
    for (const text of ['Access Denied', label, price, 'per month', NOTE]) expect(html).toContain(text)
    expect(html).toContain('7-day free trial · 24/7 support · Cancel anytime')
  })

  it.each(['/workflows', '/workflows/designer', '/custom-agents', '/seller/earnings'])(
    '%s leads to where the role that opens it is requested, not only to a plan that does not',
    (pathname) => {
      expect(shown(pathname)).toMatch(/href="\/upgrade"[^>]*>[^<]*(?:<[^>]+>)*Request seller role/)
      expect(shown('/admin')).not.toContain('Request seller role')
    },
  )

  it.each(['/admin', '/admin/users', '/admin-dashboard'])('%s says that admin access needs approval', (pathname) => {
    const html = shown(pathname, 'admin.access')
    for (const text of ['Admin access needs approval.', 'admin.access', NOTE]) expect(html).toContain(text)
    expect(html).not.toContain('Upgrade to')
  })

  it.each(['/seller/earnings', '/plugins', '/unauthorized', '/administrators'])(
    '%s has the generic card',
    (pathname) => {
      const html = shown(pathname, 'seller')
      for (const text of ["You don't have permission to access this page.", 'seller', NOTE])
        expect(html).toContain(text)
      expect(html).not.toContain('Upgrade to')
      expect(html).not.toContain('needs approval')
    },
  )
})

describe('the upgrade prompts of §9', () => {
  it.each([
    ['Creator', 19, ['Marketplace', 'Revenue sharing', 'Creator tools', 'Community']],
    ['Pro', 29, ['Advanced workflow designer', 'Custom agents', 'API integrations', 'Priority support']],
    [
      'Enterprise',
      99,
      ['Everything in Pro', 'Team collaboration', 'Advanced analytics', 'White-label', 'Dedicated support'],
    ],
  ])('%s', (name, usd, features) => {
    expect(UPGRADE_PLANS.find((plan) => plan.name === name)).toMatchObject({ usd, features })
  })

  it.each(UPGRADE_PLANS.map((plan) => [plan.name, plan] as const))('%s shows all of it', (_name, plan) => {
    const html = renderToStaticMarkup(<UpgradePrompt plan={plan} />)
    for (const text of [plan.name, `$${plan.usd}`, ...plan.features]) expect(html).toContain(text)
  })

  it('lead where the design says, and take another action in their place', () => {
    const [, pro] = UPGRADE_PLANS
    expect(renderToStaticMarkup(<UpgradePrompt plan={pro} />)).toContain('href="/pricing"')
    const own = renderToStaticMarkup(<UpgradePrompt plan={pro} action={<b>Ask for it</b>} />)
    expect(own).toContain('<b>Ask for it</b>')
    expect(own).not.toContain('Upgrade to Pro')
  })
})
