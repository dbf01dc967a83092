import { expect, it } from 'vitest'
import type { AgentTerms } from '#contract/purchases.ts'
import { modelsText, nextRunText, standingText, typicalText } from './terms.ts'

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
  ...over,
})

it.each([
  [{}, '₹12.50 of your ₹1,00,000 credits · free when it fails'],
  [{ next: 'trial', trial_runs_left: 1 }, '1 free run left · a failed one does not count'],
  [{ next: 'top_up', balance_paise: 0 }, 'A run costs ₹12.50; you have ₹0 credits'],
  [{ next: 'buy', price: { type: 'monthly', paise: 49_900, currency: 'INR' } }, '₹499 a month'],
] as const)('says of %j: %s', (over, text) => {
  expect(nextRunText(terms(over as Partial<AgentTerms>))).toBe(text)
})

it('says what runs typically cost, and nothing before it is measured', () => {
  expect(typicalText(terms({}))).toBeNull()
  const typical = { runs: 9, p50_paise: 500, p90_paise: 500, models_p50_micros: 1_000, models_p90_micros: 25_000 }
  expect(typicalText({ typical })).toBe('A run typically costs ₹5')
  expect(typicalText({ typical: { ...typical, p90_paise: 900 } })).toBe(
    'Half of its runs cost at most ₹5, nine of ten at most ₹9',
  )
  expect(modelsText({ typical })).toBe('Models inside take ₹0.001 to ₹0.025: part of the price')
})

it('does not say the price twice', () => {
  expect(standingText(terms({}))).toBe('You have ₹1,00,000 of credits')
  expect(standingText(terms({ next: 'buy' }))).toBeNull()
})
