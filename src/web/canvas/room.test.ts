import { expect, it } from 'vitest'
import { closing } from './room.ts'

it('leaves the canvas its room: a third panel takes the place of another one, never of the settings', () => {
  const all = { settings: true, data: true, panel: true }
  expect(closing(all, 'panel', 1440)).toBe('data')
  expect(closing(all, 'settings', 1440)).toBe('data')
  expect(closing(all, 'data', 1440)).toBe('panel')
  expect(closing(all, 'panel', 1920)).toBeNull()
  expect(closing({ ...all, settings: false }, 'panel', 1440)).toBeNull()
})
