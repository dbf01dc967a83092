import { expect, test } from 'vitest'
import { catalogue } from '#nodes/catalogue.ts'
import { NODE_ICONS } from './node-icons.ts'

test('every type of the catalogue has its icon', () => {
  const icons = catalogue.all.map(({ icon }) => icon)
  expect(icons.filter((icon) => !(icon in NODE_ICONS))).toEqual([])
})
