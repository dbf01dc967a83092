import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workForOwner, workForServer } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { costlyPdf } from '#test/support/files.ts'

let runners: Runners
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowk-costly-'))
  runners = createRunners({ log: { info: () => {}, warn: () => {} }, cpuMs: 500 })
})
afterAll(async () => {
  await runners.stop()
  rmSync(folder, { recursive: true })
})

const never = workForServer(new AbortController().signal)

it.runIf(process.platform === 'linux')(
  'a document that takes too much processor time is refused with a named error, and those waiting behind it are read',
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

it.runIf(process.platform === 'linux')(
  'many pages of a costly document keep nobody else from reading theirs, take no memory while they wait, and are tried once',
  async () => {
    const large = join(folder, 'large.pdf')
    writeFileSync(large, Buffer.concat([costlyPdf(), Buffer.alloc(20_000_000, ' ')]))
    const plain = join(folder, 'other.txt')
    writeFileSync(plain, 'A plain text.')
    const hold = new AbortController()
    const greedy = workForOwner({ visitor_key: 'greedy' }, hold.signal)
    const before = process.memoryUsage().arrayBuffers
    const code = (width: number) =>
      runners.documents.renderPage(large, 1, width, greedy).catch((error: { code?: string }) => error.code ?? error)
    const pages = Array.from({ length: 30 }, (_, index) => code(100 + index))
    const other = workForOwner({ visitor_key: 'other' }, hold.signal)
    const read = runners.documents.parse(plain, other)
    expect(await Promise.race([read, Promise.all(pages)])).toMatchObject({ text: 'A plain text.' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000)
    expect(await pages[0]).toBe('file_too_complex')
    hold.abort('enough')
    await Promise.all(pages)
    rmSync(large)
    const again = runners.documents.renderPage(large, 1, 100, { ...greedy, signal: new AbortController().signal })
    await expect(again).rejects.toMatchObject({ code: 'file_too_complex' })
  },
)
