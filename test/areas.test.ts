/** The server by area: what may import what is in biome.json; here, that no folders need each other. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { folderCycles } from '#test/support/folder-cycles.ts'

it('a newcomer can read one noun of the server without those that use it: no folders import each other', () => {
  expect(folderCycles('src/server/areas')).toEqual([])
})

it('areas that import each other through their public files are found', () => {
  const base = mkdtempSync(join(tmpdir(), 'areas-'))
  const files = {
    'billing/billing.ts': `export { findTerms } from './charges/charges.ts'`,
    'billing/charges/charges.ts': `import type { Run } from '#server/areas/runs/runs.ts'`,
    'runs/runs.ts': `export type { Run } from './executions/executions.ts'`,
    'runs/executions/executions.ts': `import { findTerms } from '#server/areas/billing/billing.ts'`,
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, 'src/server/areas', path)), { recursive: true })
      writeFileSync(join(base, 'src/server/areas', path), text)
    }
    expect(folderCycles('src/server/areas', base)).toHaveLength(1)
  } finally {
    rmSync(base, { recursive: true })
  }
})
