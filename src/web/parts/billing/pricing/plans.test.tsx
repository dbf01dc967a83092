/** §9's table of plans and §4's destinations, cell by cell, as the page shows them; rendered without a browser, as when it is built. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { PLANS } from '#contract/billing/plans.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type Billing, destinationOf, planLimitRows, priceTexts, readBilling } from './billing.ts'
import { Plans } from './plans.tsx'

const plan = (id: string) => {
  const found = PLANS.find((one) => one.id === id)
  if (!found) throw new Error(`No plan ${id}`)
  return found
}

const TABLE = [
  ['starter', 'Starter', '₹1,000', '₹833', '₹10,000', 'Save ₹2,000 per year', ['2', '5GB', '10K/month', 'Email']],
  [
    'professional',
    'Professional',
    '₹5,000',
    '₹4,167',
    '₹50,000',
    'Save ₹10,000 per year',
    ['5', '25GB', '50K/month', 'Priority email'],
  ],
  [
    'enterprise',
    'Enterprise',
    '₹15,000',
    '₹12,500',
    '₹1,50,000',
    'Save ₹30,000 per year',
    ['Unlimited', 'Unlimited', 'Unlimited', '24/7 phone and chat'],
  ],
] as const

describe('the prices of §9', () => {
  it.each(TABLE)('%s', (id, name, monthly, perMonth, yearly, saving, limits) => {
    expect(plan(id).name).toBe(name)
    expect(priceTexts(plan(id), 'monthly')).toEqual({ perMonth: monthly, charged: 'Billed every month', saving: null })
    expect(priceTexts(plan(id), 'yearly')).toEqual({ perMonth, charged: `${yearly} billed once a year`, saving })
    expect(planLimitRows(plan(id)).map(({ value }) => value)).toEqual(limits)
  })
})

describe('the destinations of §4', () => {
  it.each<[string, Billing, string]>([
    ['starter', 'monthly', '/subscribe/starter?billing=monthly'],
    ['starter', 'yearly', '/subscribe/starter?billing=yearly'],
    ['professional', 'yearly', '/subscribe/professional?billing=yearly'],
    ['enterprise', 'yearly', '/contact?topic=enterprise'],
    ['enterprise', 'monthly', '/contact?topic=enterprise'],
  ])('%s, %s: %s', (id, billing, href) => {
    expect(destinationOf(plan(id), billing)).toBe(href)
  })
})

it.each([
  ['', 'monthly'],
  ['billing=yearly', 'yearly'],
  ['billing=weekly', 'monthly'],
])('the address %s is %s', (search, billing) => {
  expect(readBilling(new URLSearchParams(search))).toBe(billing)
})

describe('the section, rendered when it is built', () => {
  const page: RouteObject[] = [{ path: '*', Component: Plans }]
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(page, { initialEntries: ['/pricing'] })} />
    </QueryClientProvider>,
  )

  it('shows the monthly prices, the banner, and that GST is included', () => {
    for (const text of ['₹1,000', '₹5,000', '₹15,000', 'Save up to 17%', 'Prices include GST', 'Book a Meeting'])
      expect(html).toContain(text)
  })

  it.each(PLANS.map((one) => [one.name, one] as const))('%s with its features and button', (_name, one) => {
    const card = new RegExp(`data-plan="${one.id}"(.*?)</ul>`, 's').exec(html)?.[1] ?? ''
    expect(card.includes('Most popular')).toBe(one.isPopular)
    for (const text of [one.name, one.cta, ...one.features]) expect(card).toContain(text)
  })

  it('says that the trial takes seven days and no card', () => {
    expect(html).toContain('7-day free trial, no credit card')
  })
})
