import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'
import { openCatalogue } from './catalogue.ts'

const CATALOGUE = join(import.meta.dirname, '../../../../connectors/catalogue')
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('an app that the image keeps packed is the same app', async () => {
  writeFileSync(join(folder.path, 'index.json'), readFileSync(join(CATALOGUE, 'index.json')))
  writeFileSync(join(folder.path, 'github.json.gz'), gzipSync(readFileSync(join(CATALOGUE, 'github.json'))))
  const packed = await openCatalogue(folder.path).find('github')
  const plain = await openCatalogue(CATALOGUE).find('github')
  expect(packed?.count).toBeGreaterThan(5)
  expect(packed?.head).toEqual(plain?.head)
})
