/** How plans are billed, what they then cost and where their buttons lead (§4, §9). */
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { FREE_LIMITS, type Plan, UNLIMITED_AGENTS } from '#contract/billing/plans.ts'
import { PLANS_WITH_USAGE } from '#contract/platform/analytics-values.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'

export const BILLINGS = ['monthly', 'yearly'] as const
export type Billing = (typeof BILLINGS)[number]

/** Of an address: `?billing=yearly`; anything else is monthly. */
export const readBilling = (params: URLSearchParams): Billing =>
  BILLINGS.find((billing) => billing === params.get('billing')) ?? 'monthly'

const rupees = (amount: number): string => formatPaise(amount * 100)

export interface PriceTexts {
  /** Whole rupees a month; the yearly view divides the yearly price by 12. */
  perMonth: string
  /** What is charged, and when. */
  charged: string
  saving: string | null
}

/** The plan contains the yearly saving as text: `2,000 per year`. */
const savingOf = (savings: string): string =>
  savings.endsWith(' per year')
    ? t('Save ₹{amount} per year', { amount: savings.slice(0, -9) })
    : `${t('Save')} ₹${savings}`

export const priceTexts = (plan: Plan, billing: Billing): PriceTexts =>
  billing === 'monthly'
    ? { perMonth: rupees(plan.monthlyPrice), charged: t('Billed every month'), saving: null }
    : {
        perMonth: rupees(Math.round(plan.yearlyPrice / 12)),
        charged: t('{amount} billed once a year', { amount: rupees(plan.yearlyPrice) }),
        saving: savingOf(plan.savings),
      }

export interface Limit {
  label: string
  value: string
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a plan allows, in the order of §9's table. */
export const planLimitRows = ({ agentLimit, limits }: Plan): readonly Limit[] => [
  { label: t('Agents'), value: agentLimit >= UNLIMITED_AGENTS ? t('Unlimited') : String(agentLimit) },
  { label: t('Storage'), value: limits.storage ?? t('Unlimited') },
  { label: t('API calls'), value: t(limits.apiCalls ?? 'Unlimited') },
  { label: t('Support'), value: t(firstUpper(limits.support)) },
]

/** The same with the people that a workspace may have, of which §9 knows nothing. */
export const comparedLimits = (plan: Plan): readonly Limit[] => [
  ...planLimitRows(plan),
  { label: t('People in a workspace'), value: String(plan.seats ?? WORKSPACES.members) },
]

const hasCharts = (plan: Plan): boolean => PLANS_WITH_USAGE.some((one) => one === plan.id)

const peopleIn = ({ seats }: Plan): string => t('{count} people in a workspace', { count: seats ?? WORKSPACES.members })

export interface Added {
  /** What it begins with: everything of the next smaller plan, or what is free. */
  base: string
  /** What it has more. */
  items: readonly string[]
}

/** What a plan adds to the one before it, which is null for the smallest. §9 has all but people and charts. */
export const addedBy = (plan: Plan, before: Plan | null): Added => ({
  base: before ? t('Everything in {plan}, and', { plan: t(before.name) }) : t('Everything without a plan, and'),
  items: [
    ...plan.features.slice(0, 1).map((feature) => t(feature)),
    peopleIn(plan),
    ...plan.features.slice(1).map((feature) => t(feature)),
    ...(hasCharts(plan) && !(before && hasCharts(before)) ? [t('Charts of your own runs')] : []),
  ],
})

/** What holds without a plan: a service, some room, some calls. */
export const limitsWithoutPlan = (): readonly Limit[] => [
  { label: t('Agents'), value: '1' },
  { label: t('Storage'), value: '500 MB' },
  { label: t('API calls'), value: t('{count}/month', { count: formatNumber(FREE_LIMITS.api_calls) }) },
  { label: t('Support'), value: t('Documentation') },
  { label: t('People in a workspace'), value: String(FREE_LIMITS.seats) },
]

/** §4: Enterprise, like 'Book a Meeting', goes to the contact page. */
export const MEETING = (): string => paths.contact('enterprise')

/** §4: the other plans go to their subscription page. */
export const destinationOf = (plan: Plan, billing: Billing): string =>
  plan.id === 'enterprise' ? MEETING() : paths.subscribe(plan.id, billing)
