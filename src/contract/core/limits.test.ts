/** The constants of specification §9 and the roles of §6. */
import { describe, expect, it } from 'vitest'
import { PLANS, YEARLY_BANNER } from '#contract/billing/plans.ts'
import { UPGRADE_PLANS } from '#contract/billing/upgrades.ts'
import {
  FALLBACK_PERMISSIONS,
  groupsOf,
  isAdminOrAbove,
  isCreatorOrAbove,
  isSellerOrAbove,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Role,
  rankOf,
} from './access.ts'
import { ANALYTICS_EVENTS, LIMITS } from './limits.ts'

describe('the constants of §9', () => {
  it.each<[string, unknown, unknown]>([
    ['identity token request', LIMITS.timeouts.identity_token, 30_000],
    ['user fetch', LIMITS.timeouts.user_fetch, 15_000],
    ['API default', LIMITS.timeouts.api, 8000],
    ['first health poll', LIMITS.health.first_ms, 2000],
    ['health poll', LIMITS.health.every_ms, 30_000],
    ['reconnect banner', LIMITS.health.reconnect_hidden_ms, 10_000],
    ['health attempts', [LIMITS.health.attempts, ...LIMITS.health.backoff_ms], [3, 1000, 2000]],
    ['page of executions', LIMITS.pages.executions, 25],
    ['page of agents', LIMITS.pages.agents, 20],
    [
      'notifications',
      LIMITS.notifications,
      { max: 5, default_ms: 5000, validation_ms: 4000, exit_ms: 300, position: 'top-right' },
    ],
    ['toasts', LIMITS.toasts, { max: 1, duration_ms: 5000, swipe_px: 50, remove_ms: 1_000_000 }],
    ['error page', LIMITS.errors, { retries: 3, fallback_retries: 1, retry_delay_ms: 1000, log: 100 }],
    ['layout', LIMITS.layout, { sidebar_px: 256, sidebar_collapsed_px: 64, breakpoint_px: 768 }],
    ['logout redirect', LIMITS.logout_redirect_ms, 100],
    ['log level', LIMITS.log_level, 'warn'],
    ['commission', LIMITS.commission_rate, 0.15],
    ['password', LIMITS.password.min_login, 6],
    ['queries', [LIMITS.query.fresh_ms, LIMITS.query.kept_ms, LIMITS.query.retries], [300_000, 600_000, 1]],
    [
      'query retry',
      [LIMITS.query.retry_first_ms, LIMITS.query.retry_max_ms, LIMITS.query.mutation_retries],
      [1000, 30_000, 0],
    ],
    [
      'when queries are fetched again',
      [LIMITS.query.refetch_on_focus, LIMITS.query.refetch_on_mount, LIMITS.query.refetch_on_reconnect],
      [false, true, true],
    ],
    ['health statuses', LIMITS.health.retried_statuses, [502, 503, 504]],
    ['carousel loop', LIMITS.carousel.loop, true],
    ['currencies', [LIMITS.payment_currency, LIMITS.purchase_event_currency], ['INR', 'USD']],
    ['carousel', [LIMITS.carousel.autoplay_ms, LIMITS.carousel.speed_ms, LIMITS.carousel.slides], [3000, 800, 2]],
    [
      'carousel steps',
      LIMITS.carousel.breakpoints.map(({ from_px, slides }) => [from_px, slides]),
      [
        [640, 3],
        [768, 4],
        [1024, 5],
        [1280, 6],
      ],
    ],
    [
      'carousel spacing',
      [LIMITS.carousel.spacing_px, ...LIMITS.carousel.breakpoints.map((one) => one.spacing_px)],
      [24, 32, 40, 48, 56],
    ],
  ])('%s', (_name, value, expected) => expect(value).toEqual(expected))

  it.each([
    ['Starter', 1000, 10_000, 2, '5GB', '10K/month', 'email', '2,000 per year', 'Start Free Trial'],
    ['Professional', 5000, 50_000, 5, '25GB', '50K/month', 'priority email', '10,000 per year', 'Upgrade to Pro'],
    ['Enterprise', 15_000, 150_000, 999, null, null, '24/7 phone and chat', '30,000 per year', 'Contact Sales'],
  ])('plan %s', (name, monthlyPrice, yearlyPrice, agentLimit, storage, apiCalls, support, savings, cta) => {
    expect(PLANS.find((plan) => plan.name === name)).toMatchObject({
      monthlyPrice,
      yearlyPrice,
      agentLimit,
      limits: { storage, apiCalls, support },
      savings,
      cta,
      isPopular: name === 'Starter',
    })
  })

  it('saves what twelve months cost more than a year', () => {
    for (const { monthlyPrice, yearlyPrice, savings } of PLANS)
      expect(`${(monthlyPrice * 12 - yearlyPrice).toLocaleString('en')} per year`).toBe(savings)
  })

  it('names fifteen analytics events and the saving of a year', () => {
    expect(ANALYTICS_EVENTS.join(', ')).toBe(
      'login, sign_up, logout, page_view, agent_view, agent_create, agent_purchase, platform_access, role_upgrade, payment_success, payment_failed, search, share, error_encountered, feature_used',
    )
    expect(YEARLY_BANNER).toBe('Save up to 17%')
  })

  it('upgrade prompts cost 19, 29 and 99 dollars', () => {
    expect(UPGRADE_PLANS.map(({ usd }) => usd)).toEqual([19, 29, 99])
  })
})

/** §6 and the product decisions: what each role adds. */
const ADDED: Record<Role, string> = {
  basic_user: 'agents.view marketplace.browse pods.view_own pods.create.subscribed_agent',
  seller: 'agents.create workflows.create',
  creator_admin: 'workflows.manage',
  admin: 'admin.access users.manage analytics.view admin.agents.manage',
  super_admin: '',
}

describe('the permissions of §6', () => {
  it.each(ROLES)('of %s are its own and those of every lower rank', (role) => {
    const expected = ROLES.slice(0, rankOf(role)).flatMap((one) => ADDED[one].split(' ').filter(Boolean))
    expect(permissionsOf(role).toSorted()).toEqual(expected.toSorted())
  })

  it('are these, and the fallback user has two of them', () => {
    expect([...PERMISSIONS].toSorted()).toEqual(permissionsOf('super_admin').toSorted())
    expect(FALLBACK_PERMISSIONS).toEqual(['agents.view', 'marketplace.browse'])
  })
})

describe('the roles of §6', () => {
  it.each([
    ['basic_user', 1, false, false, false],
    ['seller', 2, true, false, false],
    ['creator_admin', 3, true, true, false],
    ['admin', 4, true, true, true],
    ['super_admin', 5, true, true, true],
  ] as const)('%s has rank %i', (role, expected, seller, creator, admin) => {
    expect(rankOf(role)).toBe(expected)
    expect([isSellerOrAbove(role), isCreatorOrAbove(role), isAdminOrAbove(role)]).toEqual([seller, creator, admin])
    expect(groupsOf(role)).toHaveLength(expected)
  })

  it('each hold what the lower ones hold', () => {
    for (const [index, role] of ROLES.entries()) {
      const below = ROLES[index - 1]
      if (below) expect(permissionsOf(role)).toEqual(expect.arrayContaining(permissionsOf(below)))
    }
    expect(permissionsOf('super_admin')).toHaveLength(11)
  })
})
