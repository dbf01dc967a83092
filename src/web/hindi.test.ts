/**
 * Every text that the interface says through `t` has its Hindi, and Hindi says nothing that nobody asks for. Literals are read from
 * the source; texts that come from a table are listed here by the table.
 */
import { describe, expect, it } from 'vitest'
import { ALWAYS_MAILED } from '#contract/accounts/always-mailed.ts'
import { CONSENT_ITEMS } from '#contract/accounts/consent-values.ts'
import { CREDENTIAL_TYPES } from '#contract/accounts/credential-types.ts'
import { DOMAIN_ADDED, NO_DOMAIN, PROVIDER_PROBLEMS } from '#contract/accounts/sign-on-values.ts'
import { PLANS, YEARLY_BANNER } from '#contract/billing/plans.ts'
import { UPGRADE_CLAIMS, UPGRADE_PLANS } from '#contract/billing/upgrades.ts'
import { ERRORS } from '#contract/core/errors.ts'
import { STATES } from '#contract/india/states.ts'
import { INCUBATION } from '#contract/platform/company.ts'
import { TOPIC_NAMES } from '#contract/platform/contact-topics.ts'
import {
  API_STATUS_TEXTS,
  authenticationRequired,
  ERROR_PAGE_TEXTS,
  LOGIN_FIELD_TEXTS,
  loginErrorText,
} from '#contract/platform/messages.ts'
import { INBOX_ITEM, KNOWLEDGE_ITEM, NAVIGATION, REVIEW_ITEM } from '#contract/platform/navigation.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { EXECUTION_STATUSES, PRIORITIES, TRIGGERS } from '#contract/runs/execution-states.ts'
import { SERVICE_STATUSES } from '#contract/services/service-values.ts'
import { usesIn, valuesOf, writtenIn } from '#test/support/text-uses.ts'
import { ERROR_TABS } from './app/errors/enhanced-error.tsx'
import { UPGRADE_NOTE } from './app/guards/upgrade-prompt.tsx'
import { SETTINGS_SECTIONS } from './app/palette/palette-entries.ts'
import { SELLER_AREA } from './app/router/seller-places.ts'
import { FOOTER } from './app/shell/footer.tsx'
import { SITE_PLACES, SOLUTIONS } from './app/shell/site-navigation.tsx'
import { CATEGORY_TEXTS } from './features/agents/category/texts.ts'
import { SORT_NAMES } from './features/agents/marketplace/marketplace-address.ts'
import { SHELF_TITLES } from './features/agents/marketplace/shelves.tsx'
import { COUPON_CHANGES } from './features/billing/coupons/coupon-actions.tsx'
import { COUPON_GIFTS, PERIOD_CHOICES } from './features/billing/coupons/coupon-form.tsx'
import { ALL_ITEMS, COUPON_PERIODS, STATES as COUPON_STATES } from './features/billing/coupons/coupon-texts.ts'
import { INVOICE_SIDES, NO_INVOICES } from './features/billing/invoices/seller-invoices.tsx'
import { DISPUTE_STATES } from './features/billing/payments/disputes.tsx'
import { EVIDENCE_KIND_NAMES } from './features/billing/payments/evidence-files.tsx'
import { QUESTIONS } from './features/billing/pricing/questions.ts'
import { PERIOD_NAMES } from './features/platform/analytics/period-picker.tsx'
import { PRINCIPLES } from './features/platform/company/about-us.tsx'
import {
  CALL_TO_ACTION,
  CHEAPER,
  FASTER,
  FIGURES,
  PROMISE,
  RATING,
  SAVED,
  TRUST,
} from './features/platform/home/claims.ts'
import { STEPS, WORKFLOW } from './features/platform/home/earn.tsx'
import recorded from './features/platform/home/recorded-run.json'
import hindi from './lib/hindi.json'
import { CAP_PROBLEM } from './lib/rupees.ts'
import { PRICE_NAMES } from './parts/agents/listing/price.ts'
import { LIMIT_TITLES } from './parts/billing/pricing/refused.tsx'
import { PAYOUT_WORDS } from './parts/selling/payout-status.tsx'
import { USUAL_TIMES } from './parts/workflows/schedules/cron-times.tsx'
import { MISSED } from './parts/workflows/schedules/on-clock.ts'
import { STATUS_LOOKS } from './ui/status.tsx'

const SOURCES = import.meta.glob<string>(
  ['./**/*.ts', './**/*.tsx', '!./**/*.test.*', '!./**/*.d.ts', '!./lib/language.ts', '../findings/*.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/** Templates are named and described in English by the server; that each has its Hindi is asked there. */
const TEMPLATES = import.meta.glob<string>(['../server/areas/workflows/workflow-templates/*.ts', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const LOGIN_CAUSES = ['timeout', 'user-not-found', 'wrong-password', 'too-many-requests', 'network', '']

const TABLE_TEXTS: readonly string[] = [
  ...[...NAVIGATION, INBOX_ITEM, KNOWLEDGE_ITEM, REVIEW_ITEM].flatMap(({ name, badge, description }) => [
    name,
    description,
    ...(badge ? [badge] : []),
  ]),
  ...SITE_PLACES.map(({ name }) => name),
  ...SOLUTIONS.flatMap(({ name, text }) => [name, text]),
  ...Object.values(SHELF_TITLES),
  ...Object.values(SORT_NAMES),
  ...Object.values(PRICE_NAMES),
  ...Object.values(TOPIC_NAMES),
  ...SERVICE_STATUSES,
  ...EXECUTION_STATUSES,
  ...PRIORITIES,
  ...TRIGGERS,
  ...USUAL_TIMES.map(({ label }) => label),
  ...Object.values(MISSED),
  ...['monthly', 'yearly'],
  CAP_PROBLEM,
  ...FOOTER.flatMap(({ title, entries }) => [title, ...entries.map(({ label }) => label)]),
  ...Object.values(SETTINGS_SECTIONS),
  ...['Home', 'Help Center', 'Subscription', 'Profile Settings', 'Node Configuration Test'],
  ...['User', 'Seller', 'Creator Admin', 'Admin', 'Super Admin'],
  ...UPGRADE_PLANS.flatMap(({ features }) => features),
  ...UPGRADE_CLAIMS,
  ...PLANS.flatMap(({ features, cta }) => [...features, cta]),
  YEARLY_BANNER,
  ...STATES.filter(({ code }) => !['25', '28', '96', '99'].includes(code)).map(({ name }) => name),
  ...Object.values(CATEGORY_TEXTS).flatMap(({ title, about, jobs, questions }) => [
    title,
    about,
    ...jobs.map(({ job }) => job),
    ...questions.flatMap(({ question, answer }) => [question, answer]),
  ]),
  ...CONSENT_ITEMS,
  ...Object.values(CREDENTIAL_TYPES).flatMap(({ title, description, fields }) => [
    title,
    description,
    ...fields.flatMap(({ label, help, options = [] }) => [
      label,
      ...(help ? [help] : []),
      ...options.map((option) => option.label),
    ]),
  ]),
  ...Object.values(MISSED),
  ...Object.values(PAYOUT_WORDS).map(({ label }) => label),
  ...Object.values(ALWAYS_MAILED),
  ...LOGIN_CAUSES.map((cause) => loginErrorText(cause)),
  ...Object.values(LOGIN_FIELD_TEXTS),
  UPGRADE_NOTE,
  authenticationRequired.message,
  ...ERROR_TABS,
  ...['Available', 'Exhausted'],
  ...[...Object.values(ERROR_PAGE_TEXTS), ...Object.values(API_STATUS_TEXTS)],
  ...Object.values(STATUS_LOOKS).map(({ label }) => label),
  ...SELLER_AREA.map(({ name }) => name),
  ...['Seller area', 'Previous', 'Next'],
  // Of a diagnosis in a text.
  ...['Present', 'Possible', 'Negated', 'Historical', 'Family'],
  ...[...STEPS, ...WORKFLOW].map(({ title }) => title),
  ...STEPS.map(({ text }) => text),
  ...WORKFLOW.flatMap(({ summary, status }) => [summary, status]).filter((text) => text !== 'ICD-10-CM'),
  ...[TRUST, RATING, ...FIGURES, PROMISE, SAVED, FASTER, CHEAPER, ...CALL_TO_ACTION].map(({ text }) => text),
  recorded.notice,
  ...PRINCIPLES.flatMap(({ name, text }) => [name, text]),
  ...['Healthcare', 'Legal', 'Document processing', 'Finance'],
  ...['Customer service', 'Productivity', 'Developer tools', 'Marketing'],
  ...PLANS.flatMap(({ limits }) => limits.apiCalls ?? []),
  ...PLANS.map(({ limits }) => limits.support.charAt(0).toUpperCase() + limits.support.slice(1)),
  ...QUESTIONS.flatMap(({ question, answer }) => [question, answer]),
  ...Object.values(LIMIT_TITLES),
  ...[...Object.values(PROVIDER_PROBLEMS), NO_DOMAIN, DOMAIN_ADDED],
  ...Object.values(PERIOD_NAMES),
  ...Object.values(COUPON_STATES).map(({ label }) => label),
  ...Object.values(COUPON_PERIODS),
  ...Object.values(ALL_ITEMS),
  ...[...COUPON_GIFTS, ...Object.values(PERIOD_CHOICES).flat()].map(({ label }) => label),
  ...Object.values(COUPON_CHANGES).flatMap(({ title, text, button }) => [title, text, button]),
  ...INVOICE_SIDES.map(({ label }) => label),
  ...Object.values(NO_INVOICES),
  ...Object.values(DISPUTE_STATES).map(([words]) => words),
  ...Object.values(EVIDENCE_KIND_NAMES),
]

/** The operator's own words, as they come with the product. */
const COMPANY_TEXTS: readonly string[] = INCUBATION ? [INCUBATION.title, INCUBATION.detail] : []

/** Texts of the server that are shown where `t` is asked: they may have Hindi, and read in English without. */
const OPTIONAL_TEXTS: readonly string[] = [
  ...Object.values(ERRORS).map(({ text }) => text),
  ...PAGES.map(({ title }) => title),
  ...(['Google', 'GitHub'] as const).flatMap((provider) =>
    [...LOGIN_CAUSES, 'popup-closed'].map((cause) => loginErrorText(cause, provider)),
  ),
]

const uses = Object.entries(SOURCES).flatMap(usesIn)
/** What only the designer says is in a file of its own: see hindi-designer.test.ts. */
const outside = uses.filter(({ where }) => !where.startsWith('./canvas/'))
const wanted = new Set([...outside.map(({ text }) => text), ...TABLE_TEXTS, ...COMPANY_TEXTS])
const entries = Object.entries<string>(hindi)

describe('Hindi', () => {
  it('has words for every text', () => {
    const known = new Set(Object.keys(hindi))
    expect([...wanted].filter((text) => !known.has(text)).sort()).toEqual([])
  })
  it('has no words that nobody asks for', () => {
    const asked = new Set([...wanted, ...OPTIONAL_TEXTS, ...Object.entries(TEMPLATES).flatMap(writtenIn)])
    expect(entries.map(([text]) => text).filter((text) => !asked.has(text))).toEqual([])
  })
  it('puts the same values in', () => {
    expect(entries.filter(([text, words]) => valuesOf(text).join() !== valuesOf(words).join())).toEqual([])
  })
  it('says something, in its own letters', () => {
    expect(entries.filter(([, words]) => words.trim() === '')).toEqual([])
    const latin = entries.filter(([text, words]) => /\p{L}{3}/u.test(text) && !/\p{Script=Devanagari}/u.test(words))
    expect(latin.map(([text]) => text)).toEqual([])
  })
  it('is sorted, so that two people who add to it meet seldom', () => {
    const keys = entries.map(([text]) => text)
    expect(keys).toEqual([...keys].sort())
  })
})

it('no text is taken when a module loads', () => {
  expect(uses.filter(({ early }) => early).map(({ where }) => where)).toEqual([])
})
