import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { CHAT_LIMIT, chatLoad } from '../bench/chat-load.ts'
import { firstLoad } from '../bench/first-load.ts'

it('the first pages load at most 150 kB of script', () => {
  const pages = firstLoad()
  expect(pages.map(({ route }) => route)).toEqual(['/', '/marketplace'])
  for (const { route, bytes, limit, files } of pages)
    expect(bytes, `${route}: ${files.map(([file, size]) => `${file} ${size}`).join(', ')}`).toBeLessThanOrEqual(limit)
})

it('the chat page of a service loads at most 90 kB of script', () => {
  const files = chatLoad()
  const sum = files.reduce((all, [, bytes]) => all + bytes, 0)
  expect(sum, files.map(([file, size]) => `${file} ${size}`).join(', ')).toBeLessThanOrEqual(CHAT_LIMIT)
  expect(sum).toBeGreaterThan(30_000)
})

it('every page names the scripts of its screen, so that they load beside the shell', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../dist/pages.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string[]>
  }
  for (const { path } of PAGES) expect(scripts[path], path).not.toEqual([])
  expect(Object.keys(scripts)).toContain('/marketplace')
})
