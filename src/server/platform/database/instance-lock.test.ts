import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { holderAddress, takeInstanceLock } from './instance-lock.ts'

const [ours, theirs] = [await createTestDatabase(), await createTestDatabase()]
afterAll(async () => {
  await ours.drop()
  await theirs.drop()
})

it('names the instance on this database, not one on another database of the same server', async () => {
  const other = await takeInstanceLock(theirs.url, 'https://other.example')
  expect(await holderAddress(ours.url)).toBeNull()
  const holder = await takeInstanceLock(ours.url, 'https://ours.example')
  expect(await takeInstanceLock(ours.url, 'https://second.example')).toBeNull()
  expect(await holderAddress(ours.url)).toBe('https://ours.example')
  expect(await holderAddress(theirs.url)).toBe('https://other.example')
  await holder?.release()
  await other?.release()
})
