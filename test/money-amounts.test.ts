/** Every amount that the API takes: nothing, less than nothing, part of a paisa, 1e21 and words are refused by name, and change nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const ID = '01890000-0000-7000-8000-000000000000'
const BUYING = { purpose: 'credits', subject: {} }

interface Amount {
  endpoint: EndpointName
  /** Where it stands, as an error names it. */
  field: string
  /** What says which of several bodies it is. */
  body?: object
  /** Nothing is an amount here: no cap, no floor, free. */
  zero?: true
}

const AMOUNTS: Amount[] = [
  { endpoint: 'createAgent', field: 'price_paise', zero: true },
  { endpoint: 'createAgent', field: 'trial_runs', zero: true },
  { endpoint: 'updateAgent', field: 'price_paise', zero: true },
  { endpoint: 'updateAgent', field: 'trial_runs', zero: true },
  { endpoint: 'startBench', field: 'most_paise', zero: true },
  { endpoint: 'saveCaps', field: 'run_cap_paise' },
  { endpoint: 'saveCaps', field: 'day_cap_paise' },
  { endpoint: 'saveCaps', field: 'low_paise', zero: true },
  { endpoint: 'saveServiceCap', field: 'month_cap_paise' },
  { endpoint: 'saveMemberCap', field: 'month_cap_paise' },
  { endpoint: 'createBatch', field: 'cap_paise' },
  { endpoint: 'updateBatch', field: 'cap_paise' },
  { endpoint: 'saveServiceWidget', field: 'daily_paise', zero: true },
  { endpoint: 'saveServiceChat', field: 'daily_paise', zero: true },
  { endpoint: 'saveServiceChannel', field: 'daily_paise', zero: true },
  { endpoint: 'updateKnowledge', field: 'embedding.price', zero: true },
  { endpoint: 'createModel', field: 'input_price', zero: true },
  { endpoint: 'createModel', field: 'output_price', zero: true },
  { endpoint: 'updateModel', field: 'input_price', zero: true },
  { endpoint: 'updateModel', field: 'output_price', zero: true },
  { endpoint: 'setModelSettings', field: 'daily_paise', zero: true },
  { endpoint: 'createCoupon', field: 'gives.percent', body: { gives: { type: 'percent' } } },
  { endpoint: 'createCoupon', field: 'gives.paise', body: { gives: { type: 'amount' } } },
  { endpoint: 'createCoupon', field: 'gives.runs', body: { gives: { type: 'runs' } } },
  { endpoint: 'createCoupon', field: 'least_paise', zero: true },
  { endpoint: 'quoteOrder', field: 'subject.paise', body: BUYING },
  { endpoint: 'createOrder', field: 'buying.subject.paise', body: { buying: BUYING } },
  { endpoint: 'createOrder', field: 'expected_paise', zero: true },
  { endpoint: 'askRefund', field: 'paise' },
  { endpoint: 'decideRefund', field: 'paise' },
  { endpoint: 'giveRefund', field: 'paise' },
  { endpoint: 'givePersonCredits', field: 'paise' },
  { endpoint: 'updatePlan', field: 'monthly_paise' },
  { endpoint: 'updatePlan', field: 'yearly_paise' },
]
const BAD: [string, unknown][] = [
  ['nothing', 0],
  ['less than nothing', -1],
  ['a negative sum', -50_000],
  ['part of a paisa', 100.5],
  ['almost nothing', 5e-324],
  ['1e21', 1e21],
  ['more than a number holds', 1e308],
  ['past what is exact', 2 ** 53],
  ['a word', '100'],
  ['an empty word', ''],
  ['yes', true],
  ['a list', [100]],
  ['an object', { paise: 100 }],
]

/** The numbers of a body as JSON Schema has it. */
function numbersOf(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties = {}, ...of } = schema as Record<string, unknown>
  const below = Object.entries(properties as object).flatMap(([name, one]) =>
    numbersOf(one, path === '' ? name : `${path}.${name}`),
  )
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (of[key] as unknown[] | undefined) ?? [])
  return [
    ...(type === 'integer' || type === 'number' ? [path] : []),
    ...below,
    ...choices.flatMap((one) => numbersOf(one, path)),
    ...numbersOf(of.items, `${path}[]`),
  ]
}

/** `body` with a value at `field`. */
function withValue(body: object, field: string, value: unknown): object {
  const made = structuredClone(body) as Record<string, unknown>
  const names = field.split('.')
  let at = made
  for (const name of names.slice(0, -1)) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[names.at(-1) ?? ''] = value
  return made
}

let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('super_admin')
})
afterAll(() => test.close())

const MONEY = ['orders', 'refunds', 'coupons', 'ledger_transactions', 'plan_versions', 'agents', 'credit_caps']
async function stored(): Promise<unknown> {
  const { rows } = await test.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name = any($1) order by 1`,
    [MONEY],
  )
  const counted = rows.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  return (await test.database.pool.query(counted.join(' union all '))).rows
}

it('is in this table', () => {
  const named = (Object.entries(api) as [EndpointName, EndpointDefinition][]).flatMap(([name, { body }]) =>
    body
      ? numbersOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map((field) => `${name} ${field}`)
      : [],
  )
  const money = named.filter((one) => /paise|price|percent|\bruns$|trial_runs/.test(one))
  expect([...new Set(money)].toSorted()).toEqual(
    AMOUNTS.map(({ endpoint, field }) => `${endpoint} ${field}`).toSorted(),
  )
})

describe.each(AMOUNTS)('$endpoint $field', ({ endpoint, field, body = {}, zero }) => {
  it('is refused by its name when it is no amount, and nothing changes', async () => {
    const { method, path } = api[endpoint] as EndpointDefinition
    const before = await stored()
    for (const [what, value] of BAD) {
      if (zero && value === 0) continue
      const answer = await test.call(method, path.replace(/\{\w+\}/g, ID), {
        as: admin,
        body: withValue(body, field, value),
      })
      const fields = (answer.body.errors ?? []).map((error: { field?: string }) => error.field)
      expect([what, answer.status, fields.includes(field)]).toEqual([what, 400, true])
    }
    expect(await stored()).toEqual(before)
  })
})
