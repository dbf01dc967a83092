import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { costlyPdf } from '#test/support/files.ts'

let runners: Runners
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowk-costly-'))
  runners = createRunners({ log: { info: () => {}, warn: () => {} }, cpuMs: 1500 })
})
afterAll(async () => {
  await runners.stop()
  rmSync(folder, { recursive: true })
})

const never = new AbortController().signal

it.runIf(process.platform === 'linux')(
  'a document that takes too much processor time is refused by name, and those waiting behind it are read',
  async () => {
    const costly = join(folder, 'costly.pdf')
    writeFileSync(costly, costlyPdf())
    const plain = join(folder, 'plain.txt')
    writeFileSync(plain, 'A plain text.')
    const refused = [
      runners.documents.parse(costly, never),
      runners.documents.renderPage(costly, 1, 200, never),
      runners.documents.parse(costly, never),
    ].map((work) =>
      work.then(
        () => 'read',
        (error: { code?: string }) => error.code,
      ),
    )
    const behind = runners.documents.parse(plain, never)
    expect(await Promise.all(refused)).toEqual(Array(3).fill('file_too_complex'))
    expect(await behind).toMatchObject({ meta: { format: 'text' } })
  },
)
