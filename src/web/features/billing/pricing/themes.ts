/** What plans differ in and what all of them have, by theme. Each row is a rule of this product: what is not enforced or built is not here. */
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { FREE_LIMITS, type Plan, UNLIMITED_AGENTS } from '#contract/billing/plans.ts'
import { PLANS_WITH_USAGE } from '#contract/platform/analytics-values.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

/** A text, or whether it is included. */
export type Cell = string | boolean

export interface ThemeRow {
  label: string
  /** What is counted, or what it is. */
  help?: string
  free: Cell
  of: (plan: Plan) => Cell
}

export interface Theme {
  title: string
  rows: readonly ThemeRow[]
}

const all = (label: string, help: string, value: Cell = true): ThemeRow => ({
  ...{ label, help, free: value },
  of: () => value,
})

const unlimited = () => t('Unlimited')

const run = (): Theme => ({
  title: t('What you run'),
  rows: [
    {
      label: t('Agents'),
      help: t('That you keep in My AI Services, each with its own settings, runs and address.'),
      free: formatNumber(FREE_LIMITS.services),
      of: ({ agentLimit }) => (agentLimit >= UNLIMITED_AGENTS ? unlimited() : formatNumber(agentLimit)),
    },
    all(
      t('Runs of agents'),
      t('Of any agent of the marketplace. Those that cost something say so before each run.'),
      t('Not counted'),
    ),
    {
      label: t('API calls'),
      help: t('Requests that your programs send with an API key. They count from zero each month.'),
      free: t('{count}/month', { count: formatNumber(FREE_LIMITS.api_calls) }),
      of: ({ limits }) => t(limits.apiCalls ?? 'Unlimited'),
    },
    {
      label: t('Storage'),
      help: t('Files that you upload and that runs make.'),
      free: formatBytes(FREE_LIMITS.storage_bytes),
      of: ({ limits }) => limits.storage ?? unlimited(),
    },
    {
      label: t('Usage figures'),
      help: t('Charts of your own runs over time.'),
      free: false,
      of: ({ id }) => PLANS_WITH_USAGE.some((one) => one === id),
    },
  ],
})

const teams = (): Theme => ({
  title: t('For teams'),
  rows: [
    {
      label: t('People in a workspace'),
      help: t('Members, and those who are invited.'),
      free: formatNumber(FREE_LIMITS.seats),
      of: ({ seats }) => formatNumber(seats ?? WORKSPACES.members),
    },
    all(t('Roles'), t('From owner to reviewer and billing, each with its own rights.')),
    all(t('Spending limits'), t('For a run, a day, a service and each person.')),
    all(
      t('Review and sign-off'),
      t('A queue with people and times, a second reader, and a sign-off that closes a document.'),
    ),
    all(t('Moving work'), t('Workflows, agents, services and knowledge move between workspaces with their history.')),
  ],
})

const security = (): Theme => ({
  title: t('Security and data'),
  rows: [
    all(t('Single sign-on'), t('With your own provider, by OpenID Connect.')),
    all(
      t('Provisioning'),
      t('People and roles come from your directory, by SCIM 2.0. Access ends when they leave it.'),
    ),
    all(t('Passkeys and two-step sign-in'), t('For every account.')),
    all(t('Rules for data'), t('Which models and apps may be used, and how long documents and results are kept.')),
    all(t('Hidden personal data'), t('What rules recognize is hidden in lists. Who shows it is recorded.')),
    all(t('Record and activity'), t('Who saw, changed, signed and exported what, to filter and to export.')),
  ],
})

const money = (): Theme => ({
  title: t('Money and help'),
  rows: [
    {
      label: t('Support'),
      free: t('Documentation'),
      of: ({ limits: { support } }) => t(support.charAt(0).toUpperCase() + support.slice(1)),
    },
    all(t('Failed runs'), t('The price is reserved before a run, and given back when it fails.'), t('Free')),
    all(t('Commission on what you sell'), t('Kept from each sale, whatever your plan.'), '15 %'),
    all(t('GST invoice'), t('A PDF with your GSTIN, when you give one.'), t('Every payment')),
  ],
})

export const themes = (): Theme[] => [run(), teams(), security(), money()]
