import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import { isId, namedSettings } from '#server/areas/workflows/steps/named-settings.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const id = (digit: string) => `00000000-0000-4000-8000-00000000000${digit}`

it('the database finds the same ids in the settings of a document as the program', async () => {
  const configs: object[] = [
    { workflow_id: id('1'), note: id('9') },
    { workflow_id: '{{ $input.workflow }}' },
    { workflow_id: [id('9')] },
    {
      workflow_id: id('A').toUpperCase(),
      tools: [{ workflow_id: id('2'), config: { workflow_id: id('3') } }, 'no tool', null],
    },
    { tools: 'none', body: { workflow_id: id('9'), tools: [{ workflow_id: id('9') }] } },
    {
      tools: [{ config: { config: { workflow_id: id('9') } } }, { config: 'none' }, { body: { workflow_id: id('9') } }],
    },
    {},
  ]
  const nodes = configs.map((config, index) => ({ id: `n${index}`, type: 'set', config }))
  const document = { ...EMPTY_DOCUMENT, nodes } as unknown as typeof EMPTY_DOCUMENT
  const { rows } = await sql<{ ids: string[] }>`
    select setting_ids(${JSON.stringify(document)}::jsonb, 'workflow_id') as ids`.execute(database.db)
  const named = namedSettings(document, 'workflow_id').map((one) => one.id)
  expect(rows[0]?.ids).toEqual(named.filter(isId).sort())
  expect(rows[0]?.ids).toEqual([id('1'), id('2'), id('3'), id('a')])
})
