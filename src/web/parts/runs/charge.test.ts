import { expect, it } from 'vitest'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { RunCharge } from '#contract/runs/run-details.ts'
import { chargeText, modelCostText } from './charge.ts'

const charge = (over: Partial<RunCharge> = {}): RunCharge => ({
  kind: 'credits',
  status: 'running',
  reason: null,
  price_paise: 1_250,
  cap_paise: null,
  model_micros: 0,
  models_paise: 0,
  accept_days: null,
  acceptance: null,
  ...over,
})

it.each([
  ['running', charge(), '₹12.50 reserved, charged when it succeeds'],
  ['succeeded', charge({ status: 'settled' }), '₹12.50 charged'],
  ['failed', charge({ status: 'released', reason: 'failed' }), 'Free: failed'],
  ['succeeded', charge({ status: 'released', reason: 'empty' }), 'Free: no result'],
  [
    'failed',
    charge({ kind: 'trial', price_paise: 0, status: 'released', reason: 'failed' }),
    'Doesn’t count as a trial run',
  ],
  ['succeeded', charge({ kind: 'purchase', price_paise: 0, status: 'settled' }), 'Included in your purchase'],
  ['succeeded', charge({ status: 'settled', models_paise: 60 }), '₹12.50 charged · models ₹0.60 charged'],
  ['running', charge({ kind: 'models', price_paise: 0, models_paise: 118 }), 'Free · models ₹1.18 reserved'],
  ['failed', charge({ kind: 'models', price_paise: 0, status: 'released', reason: 'failed' }), 'Free: failed'],
  ['running', charge({ accept_days: 3 }), '₹12.50 reserved, charged when you accept the result'],
  ['succeeded', charge({ accept_days: 3, status: 'awaiting' }), '₹12.50 reserved until you accept'],
  [
    'succeeded',
    charge({ accept_days: 3, status: 'rejected', models_paise: 60 }),
    'Rejected, not charged · models ₹0.60 charged',
  ],
  ['succeeded', charge({ accept_days: 3, status: 'settled' }), '₹12.50 charged'],
  ['succeeded', null, null],
] as const)('says of a run that is %s with %j: %s', (status, held, text) => {
  expect(chargeText({ status, charge: held })).toBe(text)
})

it('adds up what models took while the run continues', () => {
  const call = { input_tokens: 1, output_tokens: 1, cost_micros: 12_300, model: 'm', ms: 1 }
  const nodes = [{ usage: [call, call] }, { usage: [] }] as unknown as NodeRun[]
  const run = (held: RunCharge | null): Pick<Execution, 'charge' | 'nodes'> => ({ charge: held, nodes })
  expect(modelCostText(run(charge({ cap_paise: 2_000 })))).toBe('AI models so far ₹0.0246 · limit per run ₹20')
  expect(modelCostText(run(null))).toBeNull()
  expect(modelCostText({ charge: charge(), nodes: [] })).toBeNull()
})
