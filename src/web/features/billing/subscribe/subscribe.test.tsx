/** What somebody reads above the button before they commit to a plan. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { PlanQuote } from '#contract/billing/subscriptions.ts'
import { loader } from './subscribe.tsx'
import { Sum, TrialSum } from './sum.tsx'

const quote: PlanQuote = {
  kind: 'start',
  plan: { id: 'starter', name: 'Starter' },
  billing: 'monthly',
  amount_paise: 100_000,
  gst_paise: 15_254,
  price_paise: 100_000,
  credit_paise: 0,
  starts_at: '2026-11-20T10:00:00.000Z',
  period_end: '2026-12-20T10:00:00.000Z',
  reason: null,
  trial: { allowed: true, reason: null },
}
const text = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the order of', () => {
  it('a free trial asks for nothing today and says that nothing is charged when it ends', () => {
    const shown = text(renderToStaticMarkup(<TrialSum quote={quote} />))
    expect(shown).toContain('₹0 due today')
    expect(shown).toContain('Your trial ends on 27 Nov')
    expect(shown).toContain('You won’t be charged')
    expect(shown).toContain('subscribe for ₹1,000 a month, GST included')
    expect(shown).not.toMatch(/renews/i)
  })

  it('a paid plan says what is due today and what renews when', () => {
    const shown = text(renderToStaticMarkup(<Sum quote={quote} />))
    expect(shown).toContain('Due today ₹1,000')
    expect(shown).toContain('renews for ₹1,000 a month until you cancel')
  })
})

describe('the page of a plan', () => {
  const open = (id: string, query = '') =>
    loader({ params: { tierId: id }, url: new URL(`http://x/subscribe/${id}${query}`) })

  it('leads to sales for Enterprise, which is not sold at a checkout', async () => {
    const answer = await open('enterprise', '?billing=yearly').catch((thrown: unknown) => thrown)
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toBe('/contact?topic=enterprise')
  })
})
