import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withNodeList } from './node-list.ts'

it('names every node type in the documentation of the designer (update it with scripts/docs-tables.ts)', () => {
  const page = readFileSync(new URL('../web/features/platform/docs/pages/designer.md', import.meta.url), 'utf8')
  expect(page).toBe(withNodeList(page))
})
