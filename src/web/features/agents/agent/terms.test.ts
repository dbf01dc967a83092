import { expect, it } from 'vitest'
import type { AgentTerms } from '#contract/billing/purchases.ts'
import { brand } from '#web/lib/brand.ts'
import { modelsText, nextRunText, priceNoteText, typicalText } from './terms.ts'

const terms = (over: Partial<AgentTerms>): AgentTerms => ({
  price: { type: 'per_run', paise: 1_250, currency: 'INR' },
  version: 1,
  next: 'credits',
  trial_runs_left: 0,
  balance_paise: 10_000_000,
  run_cap_paise: null,
  day_cap_paise: null,
  purchase: null,
  typical: null,
  models: null,
  acceptance: null,
  ...over,
})

it.each([
  [{}, '₹12.50 of your ₹1,00,000 credits · free when it fails'],
  [{ next: 'trial', trial_runs_left: 1 }, '1 free run left · failed runs don’t count'],
  [{ next: 'top_up', balance_paise: 0 }, 'A run costs ₹12.50; you have ₹0 credits'],
  [{ next: 'prove', trial_runs_left: 3 }, '3 free runs after you confirm your email address'],
  [{ next: 'buy', price: { type: 'monthly', paise: 49_900, currency: 'INR' } }, '₹499 per month'],
] as const)('says of %j: %s', (over, text) => {
  expect(nextRunText(terms(over as Partial<AgentTerms>))).toBe(text)
})

it('says what runs typically cost, and nothing before it is measured', () => {
  expect(typicalText(terms({}))).toBeNull()
  const typical = { runs: 9, p50_paise: 500, p90_paise: 500 }
  expect(typicalText({ typical })).toBe('A run typically costs ₹5')
  expect(typicalText({ typical: { ...typical, p90_paise: 900 } })).toBe('Half of its runs cost up to ₹5, 90% up to ₹9')
})

it.each([
  [null, null],
  [{ free_daily_paise: 2_500, typical: { p50_paise: 0, p90_paise: 0 }, own_model_used: true }, null],
  [{ free_daily_paise: null, typical: null, own_model_used: true }, `Uses ${brand}’s AI models: free for you`],
  [
    { free_daily_paise: 2_500, typical: { p50_paise: 12, p90_paise: 90 }, own_model_used: true },
    `Uses ${brand}’s AI models, about ₹0.12 to ₹0.90 per run. Your first ₹25 each day is free, then usage is charged to your credits. Bring your own model key to pay nothing here`,
  ],
  [
    { free_daily_paise: 0, typical: { p50_paise: 50, p90_paise: 50 }, own_model_used: true },
    `Uses ${brand}’s AI models, about ₹0.50 per run. Usage is charged to your credits. Bring your own model key to pay nothing here`,
  ],
  [
    { free_daily_paise: 0, typical: { p50_paise: 50, p90_paise: 50 }, own_model_used: false },
    `Uses ${brand}’s AI models, about ₹0.50 per run. Usage is charged to your credits`,
  ],
])('says who pays for models, and of one’s own only where it is used: %j', (models, text) => {
  expect(modelsText({ models })).toBe(text)
})

it('does not say the price twice', () => {
  expect(priceNoteText(terms({}))).toBe('You have ₹1,00,000 of credits')
  expect(priceNoteText(terms({ next: 'buy' }))).toBeNull()
})
