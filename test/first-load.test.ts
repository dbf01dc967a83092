import { expect, it } from 'vitest'
import { firstLoad } from '../bench/first-load.ts'

it('the first pages load at most 150 kB of script', () => {
  const pages = firstLoad()
  expect(pages.map(({ route }) => route)).toEqual(['/', '/marketplace'])
  for (const { route, bytes, limit, files } of pages)
    expect(bytes, `${route}: ${files.map(([file, size]) => `${file} ${size}`).join(', ')}`).toBeLessThanOrEqual(limit)
})
