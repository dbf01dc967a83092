import { expect, it } from 'vitest'
import { accountOf, actionOf, appConfig, joinedPages } from './app-step.ts'

const step = (config: Parameters<typeof actionOf>[0]['config']) => ({ type: 'app_action', config })

it('says which action a step runs, and with which account', () => {
  const config = appConfig({ id: 'sheets', name: 'Sheets' }, { id: 'add_row', title: 'Add a row' }, 'an id', { a: 1 })
  expect(config).toMatchObject({ title: 'Sheets: Add a row', input: { a: 1 } })
  expect(actionOf(step(config))).toBe('sheets/add_row')
  expect(accountOf(step(config))).toBe('an id')
  expect(actionOf(step({ integration: 'sheets', action: '' }))).toBeNull()
  expect(actionOf({ type: 'http_request', config })).toBeNull()
  expect(accountOf(step({ credential: 4 }))).toBeNull()
})

it('takes the only list of a page for what all pages give', () => {
  expect(joinedPages({ items: [1, 2], next: 'x' })).toEqual([1, 2])
  expect(joinedPages([1])).toEqual([1])
  expect(joinedPages({ a: [], b: [] })).toBeUndefined()
  expect(joinedPages('text')).toBeUndefined()
})
