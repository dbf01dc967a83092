import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'

const sheet = readFileSync(new URL('../src/web/routes.tsx', import.meta.url), 'utf8')
const routed = [...sheet.matchAll(/pageRoute\('([^']+)'/g)].map(([, path]) => path).sort()

it('every page the contract says is served has a route, and every route is such a page', () => {
  expect(routed).toEqual(
    PAGES.filter((page) => page.served)
      .map((page) => page.path)
      .sort(),
  )
})
