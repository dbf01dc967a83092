import { describe, expect, it } from 'vitest'
import { analyticsHref, periodOf, readState } from './analytics-address.ts'

const NOW = new Date('2026-11-27T20:00:00Z')
const at = (search: string) => readState(new URLSearchParams(search), NOW)

describe('the address of figures', () => {
  it('says what differs from the usual', () => {
    expect(analyticsHref(at(''), {})).toBe('/analytics')
    const address = '/analytics?view=funnel&period=90&category=legal&role=seller&people=new'
    expect(analyticsHref(at(address.slice(11)), {})).toBe(address)
    expect(analyticsHref(at('view=agents&sort=tried&page=3'), {})).toBe('/analytics?view=agents&sort=tried')
  })

  it('takes what it does not know as if it were not there', () => {
    const state = at('view=x&period=8&category=<b>&role=king&people=all&show=none&sort=name&page=-1')
    expect(analyticsHref(state, {})).toBe('/analytics')
    expect([state.problem, state.page]).toEqual([null, 1])
  })

  it.each([
    ['period=own&from=2026-11-01&to=2026-11-28', null],
    ['period=own&from=2026-11-01&to=2026-11-29', 'last_day'],
    ['period=own&from=2026-11-02&to=2026-11-01', 'first_day'],
    ['period=own&from=2025-11-01&to=2026-11-28', 'first_day'],
    ['period=own&from=2026-13-01&to=2026-11-28', 'first_day'],
    ['period=own&from=2026-11-01', 'last_day'],
  ])('%s: what is wrong is named, and the usual days are shown (days of India)', (search, field) => {
    const state = at(search)
    expect(state.problem?.field ?? null).toBe(field)
    expect(periodOf(state)).toEqual(
      field === null ? { period: 'own', first_day: '2026-11-01', last_day: '2026-11-28' } : { period: '30' },
    )
  })
})
