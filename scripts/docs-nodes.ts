/** Writes the list of node types into the documentation of the designer: `node scripts/run.mjs scripts/docs-nodes.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withNodeList } from '#nodes/node-list.ts'

const page = new URL('../src/web/screens/docs/pages/designer.md', import.meta.url)
writeFileSync(page, withNodeList(readFileSync(page, 'utf8')))
