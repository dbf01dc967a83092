import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { rawPdf } from '#test/support/files.ts'

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

/** A small file whose one page has 198 MB of drawing instructions. */
function costlyPdf(): Buffer {
  const drawn = '0 0 m 1 1 l S\n'
  const packed = deflateSync(Buffer.alloc(198_000_000, drawn), { level: 1 }).toString('latin1')
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
  ])
}

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
