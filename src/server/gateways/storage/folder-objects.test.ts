import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'
import { createFolderObjects } from './folder-objects.ts'

const temporary = temporaryFolder()
const exports = join(temporary.path, 'exports')
const objects = createFolderObjects({ dir: temporary.path })
beforeEach(() => mkdirSync(exports, { recursive: true }))
afterAll(() => temporary.remove())

const never = new AbortController().signal

it('removes with a copy of personal data what a killed process had written of it', async () => {
  for (const name of ['one.zip', 'one.zip.4242.half', 'two.zip.4242.half']) writeFileSync(join(exports, name), 'Asha')
  await objects.remove('exports/one.zip')
  expect(readdirSync(exports)).toEqual(['two.zip.4242.half'])
  await objects.remove('exports/two.zip')
  expect(readdirSync(exports)).toEqual([])
})

it('says that it is not available, and keeps nothing, while the disk is full', async () => {
  async function* chunks() {
    yield Buffer.from('Asha')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(objects.write('exports/full.zip', chunks())).rejects.toMatchObject({ code: 'unavailable' })
  expect(readdirSync(exports)).toEqual([])
})

it('keeps no copy of personal data whose writing ends after it was removed', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* chunks() {
    yield Buffer.from('Asha')
    begun.resolve()
    await end.promise
    yield Buffer.from('has diabetes')
  }
  const writing = objects.write('exports/one.zip', chunks(), never)
  writing.catch(() => {})
  await begun.promise
  await expect.poll(() => readdirSync(exports)).toHaveLength(1)
  await objects.remove('exports/one.zip')
  end.resolve()
  await expect(writing).rejects.toMatchObject({ code: 'ENOENT' })
  expect(readdirSync(exports)).toEqual([])
})
