import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Paperwork } from '#nodes/paperwork.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { rawPdf } from '#test/support/files.ts'

let runners: Runners
/** With less processor time for a file: what is too costly is refused sooner. */
let strict: Runners
beforeAll(() => {
  const log = { info: () => {}, warn: () => {} }
  runners = createRunners({ log, cpuMs: 1500 })
  strict = createRunners({ log, cpuMs: 750 })
})
afterAll(() => Promise.all([runners.stop(), strict.stop()]))

/** Pages that share one content stream, which unpacks to 14 MB. */
function sharedPdf(pages: number): Buffer {
  const packed = deflateSync(Buffer.alloc(14_000_000, '0 0 m 1 1 l S\n')).toString('latin1')
  const numbers = Array.from({ length: pages }, (_, index) => index + 3)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((one) => `${one} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...numbers.map(() => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${pages + 3} 0 R >>`),
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
  ])
}

/** One sheet of paper in colour, scanned with 300 dots an inch. */
function scannedPdf(): Buffer {
  const [width, height] = [2550, 3300]
  const pixels = deflateSync(Buffer.alloc(3 * width * height, 'scan')).toString('latin1')
  const drawing = '612 0 0 792 0 0 cm /Scan Do'
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /Scan 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8
      /Filter /FlateDecode /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
  ])
}

const ask = (owner: string) => workForOwner({ visitor_key: owner }, new AbortController().signal)
const OCR: Paperwork = { do: 'ocr', pages: null, most_pages: 30 }
const CODE = { code: 'file_too_complex' }

/** A file that counts how often it is read. */
function fileOf(bytes: Buffer) {
  const file = {
    reads: 0,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    read: async () => {
      file.reads++
      return bytes
    },
  }
  return file
}

it.runIf(process.platform === 'linux')(
  'a file whose pages are too costly to draw is refused for recognition as it is for a picture, and is tried once',
  async () => {
    const file = fileOf(sharedPdf(8))
    await expect(strict.paperwork(OCR, [file], ask('greedy'))).rejects.toMatchObject({
      ...CODE,
      message: 'Drawing a page took more than 0.75 seconds of processor time and was stopped',
    })
    expect(file.reads).toBe(1)
    const copy = fileOf(await file.read())
    await expect(strict.paperwork(OCR, [copy], ask('greedy'))).rejects.toMatchObject(CODE)
    expect(copy.reads).toBe(0)
  },
)

it.runIf(process.platform === 'linux')(
  'the same costly file asked for many times at once is tried no more often than there are processes for its owner',
  async () => {
    const file = fileOf(sharedPdf(2))
    const all = Array.from({ length: 12 }, () => strict.paperwork(OCR, [file], ask('many')))
    for (const { status } of await Promise.allSettled(all)) expect(status).toBe('rejected')
    expect(file.reads).toBeLessThanOrEqual(2)
  },
)

it.runIf(process.platform === 'linux')(
  'a refusal is kept for the one who was refused and for that work: others, and other work on the file, are tried',
  async () => {
    const file = fileOf(sharedPdf(3))
    await expect(strict.paperwork(OCR, [file], ask('first'))).rejects.toMatchObject(CODE)
    await expect(strict.paperwork(OCR, [file], ask('second'))).rejects.toMatchObject(CODE)
    expect(file.reads).toBe(2)
    expect(await strict.paperwork({ do: 'metadata' }, [file], ask('first'))).toMatchObject({ data: { page_count: 3 } })
  },
)

it('an order with too much to do is refused before it is written out', async () => {
  const mark = 'x'.repeat(100)
  const spans = Array.from({ length: 40_000 }, (_, start) => ({ start, end: start + 1, mark }))
  const file = fileOf(Buffer.from('text'))
  await expect(runners.paperwork({ do: 'redact', areas: [], spans }, [file], ask('owner'))).rejects.toMatchObject({
    code: 'work_too_large',
  })
  expect(file.reads).toBe(0)
})

it('a sheet that was scanned in colour costs a fraction of what a document may', async () => {
  const box = [0.1, 0.1, 0.3, 0.15] as const
  const work: Paperwork = { do: 'redact', areas: [{ page: 1, box }], spans: [] }
  expect((await runners.paperwork(work, [fileOf(scannedPdf())], ask('owner'))).files).toHaveLength(1)
})
