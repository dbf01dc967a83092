/** Documents made for tests: PDFs, DOCX files and hand-made ZIP files, good and hostile. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import PDFDocument from 'pdfkit'
import type { WhileKept } from '#server/gateways/files.ts'

export const pdf = (
  draw: (page: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const document = new PDFDocument({ size: 'A4', ...options })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    draw(document)
    document.end()
  })

export const docx = (content: { heading?: 1 | 2; text: string; rows?: string[][] }[]): Promise<Buffer> => {
  const level = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 }
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const children = content.map(({ heading, text, rows }) =>
    rows === undefined
      ? new Paragraph({ text, ...(heading && { heading: level[heading] }) })
      : new Table({ rows: rows.map((row) => new TableRow({ children: row.map(cell) })) }),
  )
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}

export interface ZipPart {
  name: string
  data: Buffer
  /** Sizes told in the directory instead of the real ones. */
  claimedSize?: number
  encrypted?: boolean
  /** As it is: to pack what is large takes a second. */
  stored?: boolean
}

/** A ZIP file as told, lies included. */
export const zip = (parts: ZipPart[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claimedSize = data.length, encrypted = false, stored = false } of parts) {
    const packed = stored ? data : deflateRawSync(data)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 1 : 0, 2)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedSize, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, entries, end])
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

/** A DOCX file whose `word/document.xml` is this. */
export const rawDocx = (xml: string | Buffer, more: ZipPart[] = []): Buffer =>
  zip([
    { name: '[Content_Types].xml', data: Buffer.from(CONTENT_TYPES) },
    { name: '_rels/.rels', data: Buffer.from(RELATIONS) },
    { name: 'word/document.xml', data: Buffer.from(xml) },
    ...more,
  ])

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
export const wordXml = (body: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<w:document ${W}><w:body>${body}</w:body></w:document>`
export const wordParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A PDF from its objects' bodies (object 1 is the catalogue), with a correct cross-reference table. */
export const rawPdf = (objects: string[]): Buffer => {
  let out = '%PDF-1.7\n'
  const offsets = objects.map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = out.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

/** A small file whose one page has 198 MB of drawing instructions. */
export function costlyPdf(): Buffer {
  const packed = deflateSync(Buffer.alloc(198_000_000, '0 0 m 1 1 l S\n'), { level: 1 }).toString('latin1')
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
  ])
}

/** Of a store whose files nobody deletes. */
export const neverDeleted: WhileKept = async (_fileId, work) => {
  await work()
  return true
}
