import { expect, it } from 'vitest'
import { type Beside, closing } from './room.ts'

const beside = (open: Partial<Beside>): Beside => ({
  settings: false,
  data: false,
  panel: null,
  focused: false,
  ...open,
})

it('leaves the canvas its room: one panel at a time', () => {
  expect(closing(beside({ settings: true, panel: 'history' }), 'settings')).toEqual(['panel'])
  expect(closing(beside({ settings: true, data: true, panel: 'comments' }), 'panel')).toEqual(['settings'])
  expect(closing(beside({ settings: true, focused: true }), 'focused')).toEqual(['settings'])
  expect(closing(beside({ settings: true, focused: true }), 'settings')).toEqual(['focused'])
})

it('keeps the settings next to their data, or to the list that leads through nodes', () => {
  expect(closing(beside({ settings: true, data: true }), 'data')).toEqual([])
  expect(closing(beside({ settings: true, data: true, panel: 'setup' }), 'panel')).toEqual(['data'])
  expect(closing(beside({ settings: true, data: true, panel: 'setup' }), 'settings')).toEqual(['data'])
  expect(closing(beside({ settings: true, data: true, panel: 'search' }), 'data')).toEqual(['panel'])
  // Without settings, whether data is wanted takes no room.
  expect(closing(beside({ data: true, panel: 'history' }), 'panel')).toEqual([])
})

it('closes nothing when something is closed', () => {
  expect(closing(beside({ data: true, panel: 'history' }), 'settings')).toEqual([])
  expect(closing(beside({ settings: true }), 'panel')).toEqual([])
})
