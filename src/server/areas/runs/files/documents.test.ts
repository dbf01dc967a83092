import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileId } from '#contract/core/primitives.ts'
import { workForServer } from '#nodes/work-for.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createDocumentPort } from './documents.ts'
import { insertFile } from './files.store.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe('the documents of a run', () => {
  const id = FileId.parse(uuidv7())
  const never = workForServer(new AbortController().signal)
  const parsed = { text: 'Mine' }
  const port = () => createDocumentPort(test.db, { parse: async () => parsed as never })

  beforeAll(() =>
    insertFile(
      test.db,
      { type: 'visitor', key: 'me' },
      { id, name: 'a.txt', mime: 'text/plain', bytes: 4, sha256: '', expires_at: null },
    ),
  )

  it('are read for their owner', async () => {
    expect(await port().parse(id, { owner: { visitor_key: 'me' }, execution_id: null }, never)).toBe(parsed)
  })

  it.each([
    ['another visitor', { visitor_key: 'you' }, id],
    ['a user', { user_id: uuidv7() }, id],
    ['the owner of an id that is not one', { visitor_key: 'me' }, '../secret'],
    ['the owner of a file that is not there', { visitor_key: 'me' }, uuidv7()],
  ])('do not exist for %s', async (_who, owner, file) => {
    await expect(port().parse(file, { owner, execution_id: null }, never)).rejects.toMatchObject({
      code: 'file_not_found',
    })
  })
})
