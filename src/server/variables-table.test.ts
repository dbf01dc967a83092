import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Environment } from './environment.ts'
import { textOfVariable } from './gateways/variable.ts'
import { withVariables } from './variables-table.ts'

it('operators find every variable in the documentation (update it with scripts/docs-tables.ts)', () => {
  const page = readFileSync('src/web/features/platform/docs/pages/self-hosting.md', 'utf8')
  expect(page).toBe(withVariables(page))
  const undescribed = Object.entries(Environment.shape).filter(([, schema]) => !textOfVariable(schema))
  expect(undescribed.map(([name]) => name)).toEqual(['CHOWK_LAUNCHER'])
})
