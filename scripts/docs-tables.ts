/** Writes into the documentation what the code knows: node types and environment variables. `node scripts/run.mjs scripts/docs-tables.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withNodeList } from '#nodes/node-list.ts'
import { withVariables } from '#server/variables-table.ts'

const PAGES = new URL('../src/web/features/platform/docs/pages/', import.meta.url)
const rewrite = (name: string, change: (page: string) => string) => {
  const page = new URL(name, PAGES)
  writeFileSync(page, change(readFileSync(page, 'utf8')))
}

rewrite('designer.md', withNodeList)
rewrite('self-hosting.md', withVariables)
