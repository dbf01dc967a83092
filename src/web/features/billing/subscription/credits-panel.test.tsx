/** When the warning about low credits is shown. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { CreditEntry, Credits } from '#contract/billing/credits.ts'
import { q } from '#web/api/query.ts'
import { CreditsPanel } from './credits-panel.tsx'

const credits: Credits = {
  balance_paise: 0,
  held_paise: 0,
  waiting: { runs: 0, paise: 0, next_at: null },
  today_paise: 0,
  run_cap_paise: null,
  day_cap_paise: null,
  low_paise: 10_000,
}
const topUp: CreditEntry = {
  id: 'x',
  at: '2026-11-20T10:00:00.000Z',
  kind: 'top_up',
  paise: 50_000,
  balance_paise: 50_000,
  title: 'Credits',
  run: null,
}

/** @param moved every movement there ever was */
function shown(moved: CreditEntry[], balance_paise: number): string {
  const client = new QueryClient()
  client.setQueryData(q('getCredits').queryKey, { ...credits, balance_paise })
  for (const query of [{ limit: 1 }, { limit: 20, offset: 0 }]) {
    const list = { items: moved, total: moved.length, limit: query.limit, offset: 0 }
    client.setQueryData(q('listCreditEntries', { query }).queryKey, list)
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CreditsPanel page={1} href={(page) => `?page=${page}`} />
    </QueryClientProvider>,
  )
}

describe('the warning that credits are low', () => {
  it('is not shown to an account that never had credits', () => {
    const html = shown([], 0)
    expect(html).toContain('Statement')
    expect(html).not.toContain('Your credits are low')
  })

  it('is shown when credits run low, and not before', () => {
    expect(shown([topUp], 9_999)).toContain('Your credits are low')
    expect(shown([topUp], 10_000)).not.toContain('Your credits are low')
  })
})
