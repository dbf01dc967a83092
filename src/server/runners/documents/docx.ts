/** DOCX by mammoth: paragraphs, headings and tables of its document tree, written into one text. */
import mammoth from 'mammoth'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { measureInflated, readZipEntries } from '#server/gateways/zip.ts'
import { JobError } from '#server/runners/serve.ts'

/** Of everything in the file together. */
const MAX_INFLATED = 60_000_000
const MAX_CHARS = 5_000_000
const MAX_DEPTH = 60

interface Node {
  type: string
  children?: Node[]
  value?: string
  styleName?: string | null
  breakType?: string
}

/** @throws JobError `file_encrypted`, `file_broken`, `file_too_large` */
export const parseDocx = async (bytes: Buffer): Promise<ParsedDocument> => {
  const entries = readZipEntries(bytes)
  if (entries === null) throw new JobError('file_broken', 'This DOCX file is damaged and cannot be read')
  if (entries.some((entry) => entry.encrypted))
    throw new JobError('file_encrypted', 'This DOCX file is protected by a password')
  const claimed = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (claimed > MAX_INFLATED) throw new JobError('file_too_large', 'This DOCX file unpacks to more than is allowed')
  if (measureInflated(bytes, entries, MAX_INFLATED) === null)
    throw new JobError('file_too_large', 'This DOCX file does not unpack to what it claims')
  let root: Node | null = null
  try {
    await mammoth.convertToHtml(
      { buffer: bytes },
      {
        transformDocument: (document: Node) => {
          root = document
          // Only the tree is wanted: an empty document saves making the HTML.
          return { ...document, children: [] }
        },
      },
    )
  } catch {
    throw new JobError('file_broken', 'This DOCX file is damaged and cannot be read')
  }
  if (root === null) throw new JobError('file_broken', 'This DOCX file is damaged and cannot be read')
  const writer = new DocxWriter()
  writer.block(root, 0)
  return writer.document()
}

class DocxWriter {
  readonly #parts: string[] = []
  readonly #headings: ParsedDocument['headings'] = []
  readonly #tables: ParsedDocument['tables'] = []
  #length = 0
  #title: string | null = null

  block(node: Node, depth: number): void {
    for (const child of node.children ?? []) {
      if (child.type === 'paragraph') this.#paragraph(child)
      else if (child.type === 'table' && depth < MAX_DEPTH) this.#table(child)
      else if (depth < MAX_DEPTH) this.block(child, depth + 1)
    }
  }

  document(): ParsedDocument {
    const text = this.#parts.join('')
    return {
      text,
      pages: [{ page: 1, start: 0, end: text.length, width: null, height: null }],
      items: [],
      tables: this.#tables,
      headings: this.#headings,
      meta: { title: this.#title, author: null, page_count: 1, format: 'docx' },
    }
  }

  #write(text: string): { start: number; end: number } {
    const start = this.#length
    this.#parts.push(text)
    this.#length += text.length
    if (this.#length > MAX_CHARS) throw new JobError('file_too_large', 'This document holds too much text')
    return { start, end: this.#length }
  }

  #paragraph(node: Node): void {
    const words = textOf(node, 0)
    if (words.trim() === '') return
    if (this.#length > 0) this.#write('\n')
    const level = levelOf(node.styleName ?? '')
    if (level > 0 && this.#length > 0) this.#write('\n')
    const place = this.#write(words)
    if (level === 0) return
    if (level === 1) this.#title ??= words.slice(0, 300)
    this.#headings.push({ text: words, level, ...place, page: 1 })
  }

  #table(node: Node): void {
    const rows = (node.children ?? []).map((row) => (row.children ?? []).map((cell) => cellText(cell)))
    if (rows.length === 0) return
    if (this.#length > 0) this.#write('\n')
    const place = this.#write(rows.map((row) => row.join('\t')).join('\n'))
    this.#tables.push({ page: 1, rows, ...place })
  }
}

const textOf = (node: Node, depth: number): string => {
  if (node.type === 'text') return cleanText((node.value ?? '').replaceAll(/[\r\n]/g, ' '))
  if (node.type === 'tab') return '\t'
  if (node.type === 'break') return '\n'
  if (depth > MAX_DEPTH) return ''
  return (node.children ?? []).map((child) => textOf(child, depth + 1)).join('')
}

const cellText = (cell: Node): string =>
  textOf({ ...cell, children: spaced(cell.children ?? []) }, 0)
    .replaceAll(/\s+/g, ' ')
    .trim()

const spaced = (children: Node[]): Node[] => children.flatMap((child) => [child, { type: 'text', value: ' ' }])

const levelOf = (style: string): number => {
  if (/^title$/i.test(style)) return 1
  const level = Number(/^heading ([1-9])$/i.exec(style)?.[1] ?? 0)
  return Math.min(level, 6)
}
