import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workForServer } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { docx, pdf, rawDocx, rawPdf, wordParagraph, wordXml, zip } from '#test/support/files.ts'
import { LONG } from '#test/support/scale.ts'

let runners: Runners
/** With less processor time for a document: what would take all of it is refused sooner. */
let strict: Runners
let folder: string
let good: Buffer
let goodDocx: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chowk-documents-'))
  const log = { info: () => {}, warn: () => {} }
  runners = createRunners({ log, cpuMs: 5_000 })
  strict = createRunners({ log, cpuMs: LONG ? 5_000 : 1_000 })
  good = await pdf((page) => page.fontSize(10).text('Some words of a good document. '.repeat(40)))
  goodDocx = await docx([{ text: 'Some words' }])
})
afterAll(async () => {
  await Promise.all([runners.stop(), strict.stop()])
  rmSync(folder, { recursive: true })
})

const never = workForServer(new AbortController().signal)
let count = 0
const saved = (bytes: Uint8Array | string): string => {
  const path = join(folder, String(count++))
  writeFileSync(path, bytes)
  return path
}
const outcome = (bytes: Uint8Array | string, by = runners): Promise<string> =>
  by.documents.parse(saved(bytes), never).then(
    ({ meta }) => meta.format,
    (cause: { code?: string }) => cause.code ?? String(cause),
  )

const repeat = (text: string, times: number) => Buffer.alloc(text.length * times, text)
const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
const onePage = (content: string, more = '') => [
  catalogue,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${more} /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
  content,
]
const stream = (body: string, more = '') => `<< /Length ${body.length} ${more} >>\nstream\n${body}\nendstream`
const flate = (body: Buffer): string => stream(deflateSync(body).toString('latin1'), '/Filter /FlateDecode')
const random = (seed: number, length: number): Buffer => {
  let state = seed
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state >> 16
  }
  return Buffer.from(Array.from({ length }, next))
}

/** What each becomes. Damaged PDFs may be repaired; then they are simply read. */
const FILES: [string, () => Buffer | string | Promise<Buffer>, string[]][] = [
  ['an empty file', () => '', ['file_empty']],
  ['one byte', () => '%', ['text']],
  ['one zero', () => Buffer.from([0]), ['text', 'file_unsupported']],
  ['a PDF header and nothing', () => '%PDF-1.7', ['file_broken']],
  ['a PDF header and text', () => '%PDF-1.7\nhello', ['file_broken']],
  ['a PDF header and noise', () => Buffer.concat([Buffer.from('%PDF-1.4\n'), random(1, 50_000)]), ['file_broken']],
  [
    'a PDF whose bytes are shuffled',
    () => Buffer.concat([good.subarray(0, 9), Buffer.from(good.subarray(9)).reverse()]),
    ['file_broken'],
  ],
  ['a PDF without its end', () => good.subarray(0, good.length - 200), ['pdf', 'file_broken']],
  ['a PDF with noise before it', () => Buffer.concat([Buffer.from('noise before it\n'), good]), ['pdf']],
  ['a PDF with a ZIP behind it', () => Buffer.concat([good, goodDocx]), ['pdf', 'file_broken']],
  ['a ZIP with a PDF behind it', () => Buffer.concat([goodDocx, good]), ['docx', 'file_broken', 'file_unsupported']],
  [
    'a PDF with scripts',
    () =>
      rawPdf(
        [...onePage(stream('')), '<< /S /JavaScript /JS (app.alert\\(1\\); while\\(1\\);) >>'].with(
          0,
          '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>',
        ),
      ),
    ['pdf'],
  ],
  [
    'an encrypted PDF',
    () => pdf((page) => page.text('secret'), { userPassword: 'x', pdfVersion: '1.7' }),
    ['file_encrypted'],
  ],
  [
    'an encrypted PDF of the strongest kind',
    () => pdf((page) => page.text('secret'), { userPassword: 'x', pdfVersion: '1.7ext3' }),
    ['file_encrypted'],
  ],
  [
    'a PDF that only its owner may change',
    () => pdf((page) => page.text('open'), { ownerPassword: 'x', pdfVersion: '1.7' }),
    ['pdf'],
  ],
  [
    'a PDF with 3,001 pages',
    () =>
      pdf((page) => {
        for (let i = 0; i < 3000; i++) page.addPage()
      }),
    ['file_too_large'],
  ],
  [
    'a PDF that claims a billion pages',
    () => rawPdf(onePage(stream('')).with(1, '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>')),
    ['file_too_large', 'pdf'],
  ],
  [
    'a PDF that claims -1 pages',
    () => rawPdf(onePage(stream('')).with(1, '<< /Type /Pages /Kids [3 0 R] /Count -1 >>')),
    ['file_broken', 'pdf'],
  ],
  ['a PDF without pages', () => rawPdf([catalogue, '<< /Type /Pages /Kids [] /Count 0 >>']), ['file_broken']],
  [
    'a PDF whose page tree bites its tail',
    () => rawPdf([catalogue, '<< /Type /Pages /Kids [2 0 R] /Count 3 >>']),
    ['file_broken'],
  ],
  ['a PDF whose objects point at each other', () => rawPdf(['2 0 R', '1 0 R']), ['file_broken']],
  [
    'a PDF whose page has no size',
    () => rawPdf(onePage(stream('BT /F1 12 Tf (x) Tj ET')).map((o) => o.replace('/MediaBox [0 0 600 800]', ''))),
    ['pdf'],
  ],
  [
    'a PDF with an empty page',
    () => rawPdf(onePage(stream('BT /F1 12 Tf (x) Tj ET')).map((o) => o.replace('[0 0 600 800]', '[0 0 0 0]'))),
    ['pdf'],
  ],
  [
    'a PDF with an absurd page',
    () =>
      rawPdf(
        onePage(stream('BT /F1 12 Tf (x) Tj ET')).map((o) => o.replace('[0 0 600 800]', '[-1e38 -1e38 1e38 1e38]')),
      ),
    ['pdf', 'file_broken'],
  ],
  ['a PDF turned by 45 degrees', () => rawPdf(onePage(stream('BT /F1 12 Tf (x) Tj ET'), '/Rotate 45')), ['pdf']],
  ['a PDF turned by a text', () => rawPdf(onePage(stream('BT /F1 12 Tf (x) Tj ET'), '/Rotate (evil)')), ['pdf']],
  ['a PDF with text of size zero', () => rawPdf(onePage(stream('BT /F1 0 Tf (x) Tj ET'))), ['pdf']],
  ['a PDF with text of size 1e38', () => rawPdf(onePage(stream('BT /F1 1e38 Tf (x) Tj ET'))), ['pdf']],
  ['a PDF with text far outside', () => rawPdf(onePage(stream('BT /F1 12 Tf 1e30 1e30 Td (x) Tj ET'))), ['pdf']],
  ['a PDF with an unknown font', () => rawPdf(onePage(stream('BT /Nope 12 Tf 10 10 Td (x) Tj ET'))), ['pdf']],
  [
    'a PDF with an unfinished stream',
    () => rawPdf(onePage('<< /Length 99999 >>\nstream\nBT (x')),
    ['pdf', 'file_broken'],
  ],
  [
    'a PDF with a broken compressed stream',
    () => rawPdf(onePage(stream('not deflated', '/Filter /FlateDecode'))),
    ['pdf'],
  ],
  [
    'a PDF with a thousand filters',
    () => rawPdf(onePage(stream('x', `/Filter [${'/FlateDecode '.repeat(1000)}]`))),
    ['pdf', 'file_broken', 'file_too_complex', 'file_timeout'],
  ],
  [
    'a PDF nested ten thousand deep',
    () => rawPdf(onePage(stream(`${'['.repeat(10_000)}${']'.repeat(10_000)} TJ`))),
    ['pdf', 'file_broken'],
  ],
  [
    'a PDF dictionary nested deep',
    () =>
      rawPdf([
        `<< /Type /Catalog /Pages 2 0 R /X ${'<< /X '.repeat(5000)}${'>> '.repeat(5000)} >>`,
        '<< /Type /Pages /Kids [] /Count 0 >>',
      ]),
    ['file_broken'],
  ],
  [
    'a PDF with a hostile font matrix',
    () =>
      rawPdf(
        onePage(stream('BT /F1 12 Tf (x) Tj ET')).map((o) =>
          o.replace(
            '/BaseFont /Helvetica',
            '/BaseFont /Helvetica /FontMatrix [1 2 3 4 5 (0\\); process.exit\\(1\\);//)]',
          ),
        ),
      ),
    ['pdf'],
  ],
  [
    'a PDF with control characters',
    () => rawPdf(onePage(stream('BT /F1 12 Tf 10 10 Td (a\\000b\\001c) Tj ET'))),
    ['pdf'],
  ],
  ['a DOCX without its end', () => goodDocx.subarray(0, goodDocx.length - 30), ['file_unsupported', 'file_broken']],
  ['a DOCX cut in half', () => goodDocx.subarray(0, goodDocx.length / 2), ['file_unsupported', 'file_broken']],
  [
    'a DOCX whose bytes rot',
    () => Buffer.from(goodDocx).fill(0x41, 60, 400),
    ['file_broken', 'file_too_large', 'file_unsupported'],
  ],
  ['a DOCX whose text is no XML', () => rawDocx('this is not XML'), ['file_broken']],
  ['a DOCX whose text is empty', () => rawDocx(''), ['file_broken']],
  ['a DOCX without a body', () => rawDocx('<?xml version="1.0"?><nothing/>'), ['file_broken']],
  [
    'a DOCX with nothing but its text',
    () => zip([{ name: 'word/document.xml', data: Buffer.from(wordXml(wordParagraph('x'))) }]),
    ['docx', 'file_broken'],
  ],
  ['a DOCX with unclosed tags', () => rawDocx(wordXml('<w:p><w:r><w:t>x')), ['file_broken', 'docx']],
  [
    'a DOCX bomb',
    () => rawDocx(wordXml(wordParagraph('x')), [{ name: 'word/media/a.bin', data: Buffer.alloc(70_000_000) }]),
    ['file_too_large'],
  ],
  [
    'a DOCX bomb that lies about its size',
    () =>
      rawDocx(wordXml(wordParagraph('x')), [
        { name: 'word/media/a.bin', data: Buffer.alloc(70_000_000), claimedSize: 10 },
      ]),
    ['file_too_large'],
  ],
  [
    'a DOCX bomb in its text',
    () => rawDocx(Buffer.concat([Buffer.from(wordXml('').slice(0, 120)), repeat('<w:p/>', 12_000_000)])),
    ['file_too_large'],
  ],
  [
    'a DOCX bomb of many small parts',
    () =>
      rawDocx(
        wordXml(wordParagraph('x')),
        Array.from({ length: 3990 }, (_, i) => ({ name: `a${i}`, data: Buffer.alloc(20_000) })),
      ),
    ['file_too_large'],
  ],
  [
    'a DOCX of too many parts',
    () =>
      rawDocx(
        wordXml(wordParagraph('x')),
        Array.from({ length: 4100 }, (_, i) => ({ name: `a${i}`, data: Buffer.from('x') })),
      ),
    ['file_unsupported', 'file_broken'],
  ],
  [
    'a DOCX with a password flag',
    () => rawDocx(wordXml(wordParagraph('x')), [{ name: 'x', data: Buffer.from('x'), encrypted: true }]),
    ['file_encrypted'],
  ],
  [
    'an Office file with a password',
    () =>
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
        Buffer.alloc(600),
      ]),
    ['file_encrypted'],
  ],
  [
    'an old Word file',
    () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(2000)]),
    ['file_unsupported'],
  ],
  [
    'a DOCX with a billion laughs',
    () =>
      rawDocx(
        wordXml(
          wordParagraph('&j;'),
          `<!DOCTYPE x [<!ENTITY a "lol">${'bcdefghij'
            .split('')
            .map((c, i) => `<!ENTITY ${c} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
            .join('')}]>`,
        ),
      ),
    ['docx', 'file_broken'],
  ],
  [
    'a DOCX that asks for a file of the server',
    () => rawDocx(wordXml(wordParagraph('&f;'), '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>')),
    ['docx', 'file_broken'],
  ],
  [
    'a DOCX nested deep',
    () =>
      rawDocx(
        wordXml(`${'<w:tbl><w:tr><w:tc>'.repeat(3000)}${wordParagraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(3000)}`),
      ),
    ['docx', 'file_broken', 'file_too_large'],
  ],
  [
    'a DOCX with parts outside',
    () =>
      rawDocx(wordXml(wordParagraph('x')), [
        { name: '../../../tmp/chowk-evil', data: Buffer.from('x') },
        { name: '/etc/chowk-evil', data: Buffer.from('x') },
      ]),
    ['docx'],
  ],
  [
    'a DOCX with a part twice',
    () =>
      rawDocx(wordXml(wordParagraph('x')), [
        { name: 'word/document.xml', data: Buffer.from(wordXml(wordParagraph('y'))) },
      ]),
    ['docx', 'file_broken'],
  ],
  ['a ZIP without a document', () => zip([{ name: 'a.txt', data: Buffer.from('x') }]), ['file_unsupported']],
  ['a spreadsheet', () => zip([{ name: 'xl/workbook.xml', data: Buffer.from('<x/>') }]), ['file_unsupported']],
  ['an empty ZIP', () => zip([]), ['file_unsupported']],
  ['a program', () => Buffer.concat([Buffer.from('\x7fELF', 'latin1'), random(3, 5000)]), ['file_unsupported']],
  [
    'a program for Windows',
    () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), random(4, 5000)]),
    ['file_unsupported'],
  ],
  [
    'a picture',
    () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), random(5, 500)]),
    ['file_unsupported'],
  ],
  ['a GIF that is a script too', () => 'GIF89a/*x*/=1;alert(1)', ['file_unsupported']],
  ['gzip', () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), random(6, 500)]), ['file_unsupported']],
  ['noise', () => random(7, 20_000), ['file_unsupported']],
  ['only zeros', () => Buffer.alloc(10_000), ['file_unsupported']],
  ['a text of one line of 5 MB', () => Buffer.alloc(5_000_000, 'x'), ['text']],
  ['a text of 3 million lines', () => Buffer.alloc(3_000_000, '\n'), ['text']],
  ['a text of hashes', () => Buffer.alloc(300_000, '#'), ['text']],
  ['a text of hashes and spaces', () => Buffer.alloc(300_000, '# '), ['text']],
  [
    'torn UTF-16',
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ab', 'utf16le'), Buffer.from([0x00, 0xd8])]),
    ['text'],
  ],
  ['HTML', () => '<html><script>alert(1)</script></html>', ['text']],
]

const ENDLESS: typeof FILES = [
  [
    'a PDF with a bomb for a page',
    () => rawPdf(onePage(flate(repeat('q ', 20_000_000)))),
    ['pdf', 'file_too_large', 'file_broken', 'file_too_complex', 'file_timeout'],
  ],
  [
    'a PDF with far too much text',
    () =>
      rawPdf(
        onePage(flate(repeat('BT /F1 1 Tf (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n', 200_000))),
      ),
    ['pdf', 'file_too_large', 'file_too_complex', 'file_timeout'],
  ],
]

describe('hostile documents', () => {
  it.each(FILES)('%s', async (_name, make, codes) => {
    expect(codes).toContain(await outcome(await make()))
  })
  it.each(ENDLESS)('%s', async (_name, make, codes) => {
    expect(codes).toContain(await outcome(await make(), strict))
  })
  it('survives PDFs cut at every twentieth of their length', async () => {
    const cuts = Array.from({ length: 20 }, (_, i) => good.subarray(0, Math.floor((good.length * i) / 20)))
    for (const code of await Promise.all(cuts.map((cut) => outcome(cut))))
      expect(['file_empty', 'file_broken', 'pdf', 'text']).toContain(code)
  })
  it('survives PDFs with flipped bytes', async () => {
    const flipped = Array.from({ length: LONG ? 60 : 20 }, (_, i) => {
      const bytes = Buffer.from(good)
      for (const place of random(i + 10, 8)) bytes[9 + ((place * 7919 + i * 31) % (bytes.length - 9))] = place
      return bytes
    })
    for (const code of await Promise.all(flipped.map((one) => outcome(one))))
      expect(['file_broken', 'file_encrypted', 'file_too_large', 'pdf']).toContain(code)
  })
  it('refuses what is too large without reading it, and what is not there', async () => {
    const path = saved('x')
    truncateSync(path, 25_000_001)
    await expect(runners.documents.parse(path, never)).rejects.toMatchObject({ code: 'file_too_large' })
    await expect(runners.documents.parse(join(folder, 'nothing'), never)).rejects.toMatchObject({
      code: 'file_not_found',
    })
  })
  it('still reads a good document in the end', async () => {
    expect(await outcome(good)).toBe('pdf')
    expect(await outcome(goodDocx)).toBe('docx')
  })
})
