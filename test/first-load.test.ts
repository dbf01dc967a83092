import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { firstLoad } from '../bench/first-load.ts'

it('the first pages load at most 150 kB of script', () => {
  const pages = firstLoad()
  expect(pages.map(({ route }) => route)).toEqual(['/', '/marketplace'])
  for (const { route, bytes, limit, files } of pages)
    expect(bytes, `${route}: ${files.map(([file, size]) => `${file} ${size}`).join(', ')}`).toBeLessThanOrEqual(limit)
})

it('every page names the scripts of its screen, so that they load beside the shell', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../dist/pages.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string[]>
  }
  for (const { path } of PAGES) expect(scripts[path], path).not.toEqual([])
  expect(Object.keys(scripts)).toContain('/marketplace')
})
