import { describe, expect, it } from 'vitest'
import { marketplaceHref, readState } from './marketplace-address.ts'

const read = (query: string) => readState(new URLSearchParams(query))

describe('the state of the marketplace', () => {
  it('is the same after a way through the address', () => {
    const address =
      '/marketplace?search=a+b%26c&category=healthcare&price=per_run&rating=4&model=none&offline=true&sort=newest&page=3&compare=one%2Ctwo'
    const state = read(address.split('?')[1] ?? '')
    expect(state).toEqual({
      search: 'a b&c',
      category: 'healthcare',
      price: 'per_run',
      rating: 4,
      noModel: true,
      offline: true,
      saved: false,
      sort: 'newest',
      page: 3,
      compare: ['one', 'two'],
    })
    expect(marketplaceHref(state)).toBe(`${address.replace('&page=3', '')}`)
    expect(marketplaceHref(state, { page: 3 })).toBe(address)
  })

  it('leaves out what the server would refuse', () => {
    expect(read('page=-1&sort=x&price=gold&rating=9&model=all&offline=no&category=../etc&compare=A,b c,ok,ok')).toEqual(
      {
        search: '',
        category: null,
        price: null,
        rating: null,
        noModel: false,
        offline: false,
        saved: false,
        sort: null,
        page: 1,
        compare: ['ok'],
      },
    )
    expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
    expect(read('page=1.5').page).toBe(1)
  })

  it('begins at the first page when what is asked for changes, and keeps it when the tray does', () => {
    const state = read('search=note&page=4')
    expect(marketplaceHref(state, { category: 'legal' })).toBe('/marketplace?search=note&category=legal')
    expect(marketplaceHref(state, { compare: ['a'] })).toBe('/marketplace?search=note&page=4&compare=a')
  })

  it('compares at most three', () => {
    expect(read('compare=a,b,c,d').compare).toEqual(['a', 'b', 'c'])
  })
})
