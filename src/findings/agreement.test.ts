import { describe, expect, it } from 'vitest'
import { agreementOf } from './agreement.ts'

const pair = (first: string, second: string, count: number) => ({ first, second, count })

describe('the agreement of two readers', () => {
  it('is what Cohen’s kappa says', () => {
    // 25 of 50 proposals: both yes 20, both no 15, 5 and 10 apart. Chance agrees on half.
    const figures = agreementOf([
      pair('yes', 'yes', 20),
      pair('yes', 'no', 5),
      pair('no', 'yes', 10),
      pair('no', 'no', 15),
    ])
    expect(figures).toMatchObject({ findings: 50, agreed: 35 })
    expect(figures.kappa).toBeCloseTo(0.4, 10)
  })

  it('is 1 where they agree on everything, below 0 where they agree less than by chance, and unknown without variety', () => {
    expect(agreementOf([pair('a', 'a', 3), pair('b', 'b', 2)]).kappa).toBe(1)
    expect(agreementOf([pair('a', 'b', 1), pair('b', 'a', 1)]).kappa).toBe(-1)
    expect(agreementOf([pair('a', 'a', 5)])).toEqual({ findings: 5, agreed: 5, kappa: null })
    expect(agreementOf([])).toEqual({ findings: 0, agreed: 0, kappa: null })
  })
})
