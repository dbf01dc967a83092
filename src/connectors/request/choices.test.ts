import { describe, expect, it } from 'vitest'
import type { ChoiceList } from '#connectors/connector.ts'
import type { Json } from '#contract/core/primitives.ts'
import { choicesIn, decidingKeys, listingInput } from './choices.ts'

const list = (rest: Partial<ChoiceList>): ChoiceList => ({
  ...{ action: 'list', input: {}, items: '/items', value: '/id', label: '/name' },
  ...rest,
})

describe('what an account has to choose from', () => {
  it('is asked for with what was entered, and says what is missing', () => {
    const tables = list({ input: { base_id: '{base}', limit: 100 } })
    expect(decidingKeys(tables)).toEqual(['base'])
    expect(listingInput(tables, { base: 'app1', other: 1 }, '')).toEqual({
      action: 'list',
      input: { base_id: 'app1', limit: 100 },
    })
    expect(listingInput(tables, { base: '' }, '')).toEqual({ missing: ['base'] })
    expect(listingInput(list({ input: { a: '{constructor}' } }), {}, '')).toEqual({ missing: ['constructor'] })
  })

  it('is searched for where the service searches', () => {
    const files = list({ input: { q: 'all' }, search: { key: 'q', text: "name contains '{value}'" } })
    expect(listingInput(files, {}, ' ')).toMatchObject({ input: { q: 'all' } })
    expect(listingInput(files, {}, "Asha's")).toMatchObject({ input: { q: "name contains 'Asha\\'s'" } })
    expect(listingInput(list({}), {}, 'asha')).toMatchObject({ input: {} })
    const found = list({ input: { top: 9 }, search: { key: 'query', action: 'find' } })
    expect(listingInput(found, {}, '')).toEqual({ action: 'list', input: { top: 9 } })
    expect(listingInput(found, {}, 'asha')).toEqual({ action: 'find', input: { query: 'asha' } })
  })

  it('is read from one answer or from the items of all pages, each value once', () => {
    const items: Json = [
      { id: 1, name: 'One' },
      { id: 1, name: 'Again' },
      { id: 2 },
      { name: 'None' },
      { id: { a: 1 } },
      { id: 'x'.repeat(1001) },
      null,
    ]
    const found = [
      { value: 1, label: 'One' },
      { value: 2, label: '2' },
    ]
    expect(choicesIn(list({}), { items }, 10)).toEqual(found)
    expect(choicesIn(list({}), items, 10)).toEqual(found)
    expect(choicesIn(list({}), items, 1)).toEqual(found.slice(0, 1))
    expect(choicesIn(list({}), { items: 'hostile' }, 10)).toEqual([])
    expect(choicesIn(list({}), null, 10)).toEqual([])
    expect(choicesIn(list({ value: '', label: '' }), { items: ['leads'] }, 10)).toEqual([
      { value: 'leads', label: 'leads' },
    ])
  })

  it('is inside of other items, and only what fits', () => {
    const pipelines: Json = [{ stages: [{ id: 'a', name: 'New' }] }, { stages: [{ id: 'b', name: 'Won' }] }, {}]
    expect(choicesIn(list({ inner: '/stages' }), { items: pipelines }, 10).map(({ value }) => value)).toEqual([
      'a',
      'b',
    ])
    const calendars = [
      { id: 'a', role: 'owner' },
      { id: 'b', role: 'reader' },
    ]
    expect(choicesIn(list({ only: { at: '/role', is: ['owner'] } }), { items: calendars }, 10)).toHaveLength(1)
    const files: Json = [{ id: 'a', folder: {} }, { id: 'b' }]
    expect(choicesIn(list({ only: { at: '/folder' } }), { items: files }, 10)).toEqual([{ value: 'a', label: 'a' }])
  })

  it('is inside of lists in lists, and named by the first name there is', () => {
    const businesses: Json = [
      {
        accounts: {
          data: [
            {
              numbers: {
                data: [
                  { id: '1', says: '+91 1' },
                  { id: '2', name: 'Ward' },
                ],
              },
            },
            {},
          ],
        },
      },
      { accounts: 'hostile' },
      null,
    ]
    const numbers = list({ inner: '/accounts/data/*/numbers/data', label: ['/name', '/says'] })
    expect(choicesIn(numbers, { items: businesses }, 10)).toEqual([
      { value: '1', label: '+91 1' },
      { value: '2', label: 'Ward' },
    ])
  })
})
