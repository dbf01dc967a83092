import { expect, it } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { pages } from './routes.tsx'

it('every page of the contract has a route, and every route is such a page', () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(PAGES.map(({ path }) => path).sort())
})
