import { expect, it } from 'vitest'
import { readBlocks } from '#web/features/platform/docs/library.ts'
import { failureDocs } from './failure-docs.ts'

const CASES: readonly (readonly [code: string, category: string, href: string])[] = [
  ['expression_failed', 'data', '/docs/expressions'],
  ['credential_missing', 'integrations', '/docs/credentials'],
  ['model_missing', 'ai', '/docs/models'],
  ['timeout', 'code', '/docs/designer#how-a-run-works'],
  ['anything', 'code', '/docs/designer#limits-of-code'],
  ['anything', 'data', '/docs/designer#errors'],
]

it.each(CASES)('%s of %s is explained at %s, which is there', async (code, category, expected) => {
  const { href } = failureDocs(code, category)
  expect(href).toBe(expected)
  const [path = '', id] = href.split('#')
  const blocks = await readBlocks(path.replace('/docs/', ''))
  if (id) expect(blocks).toContainEqual(expect.objectContaining({ type: 'heading', id }))
})
