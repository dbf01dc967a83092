/**
 * The Markdown that the documentation is written in, as plain data: headings, paragraphs, lists, tables, code and notes; within
 * a line code, bold, emphasis and links. What is drawn are elements made from this, never HTML, so no text can become code.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong'; children: Inline[] }
  | { type: 'em'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }

export interface Item {
  content: Inline[]
  /** A list within the item. */
  inner: ListBlock | null
}
interface ListBlock {
  type: 'list'
  ordered: boolean
  items: Item[]
}

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3; id: string; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'note'; content: Inline[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | ListBlock

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|\[([^\]]+)\]\(([^)\s]+)\)/

/** Only addresses of the web and of this site; anything else stays text. */
const isSafe = (href: string): boolean => /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/.test(href)

export function parseInline(text: string): Inline[] {
  const found = INLINE.exec(text)
  if (!found) return text === '' ? [] : [{ type: 'text', text }]
  const [whole, code, strong, em, label, href] = found
  const before = text.slice(0, found.index)
  const inner = (): Inline => {
    if (code !== undefined) return { type: 'code', text: code }
    if (strong !== undefined) return { type: 'strong', children: parseInline(strong) }
    if (em !== undefined) return { type: 'em', children: parseInline(em) }
    if (href !== undefined && isSafe(href)) return { type: 'link', href, children: parseInline(label ?? href) }
    return { type: 'text', text: whole }
  }
  const rest = parseInline(text.slice(found.index + whole.length))
  return [...(before === '' ? [] : [{ type: 'text' as const, text: before }]), inner(), ...rest]
}

/** The words of a line without its marks. */
export const toPlainText = (content: readonly Inline[]): string =>
  content.map((part) => ('children' in part ? toPlainText(part.children) : part.text)).join('')

/** The words of a block. */
export const blockText = (block: Block): string => {
  if (block.type === 'code') return block.text
  if (block.type === 'table') return [block.head, ...block.rows].map((row) => row.map(toPlainText).join(' ')).join(' ')
  if (block.type === 'list')
    return block.items
      .map(({ content, inner }) => [toPlainText(content), inner ? blockText(inner) : ''].join(' '))
      .join(' ')
  return toPlainText(block.content)
}

/** The name that an address points at with `#`. */
export const headingSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const FENCE = /^```(\S*)\s*$/
const HEADING = /^(#{1,3}) (.+)$/
const ITEM = /^(\s*)(?:[-*]|(\d+)\.) (.+)$/
const ROW = /^\|.*\|\s*$/
const NOTE = /^> ?(.*)$/
const starts = (line: string): boolean => [FENCE, HEADING, ITEM, ROW, NOTE].some((form) => form.test(line))

/** The lines from `at` on for which `holds`. */
function run(lines: readonly string[], at: number, holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index >= at && !holds(line))
  return lines.slice(at, end === -1 ? lines.length : end)
}

const cells = (line: string): Inline[][] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim().replaceAll('\\|', '|')))

/** Lines of a list; an indented one belongs to the item above it. */
function listOf(lines: readonly string[]): ListBlock {
  const items: Item[] = []
  let ordered = false
  let inner: string[] = []
  const close = () => {
    const last = items.at(-1)
    if (last && inner.length > 0) last.inner = listOf(inner.map((line) => line.replace(/^ {2,3}/, '')))
    inner = []
  }
  for (const line of lines) {
    const found = ITEM.exec(line)
    if (line.startsWith('  ') || !found) {
      inner.push(line)
      continue
    }
    close()
    if (items.length === 0) ordered = found[2] !== undefined
    items.push({ content: parseInline(found[3] ?? ''), inner: null })
  }
  close()
  return { type: 'list', ordered, items }
}

/** One block that begins at `at`, and how many lines it takes. */
function blockAt(lines: readonly string[], at: number): [Block, number] {
  const line = lines[at] ?? ''
  const fence = FENCE.exec(line)
  if (fence) {
    const body = run(lines, at + 1, (text) => !text.startsWith('```'))
    return [{ type: 'code', language: fence[1] ?? '', text: body.join('\n') }, body.length + 2]
  }
  const heading = HEADING.exec(line)
  if (heading) {
    const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3
    const content = parseInline(heading[2] ?? '')
    return [{ type: 'heading', level, id: headingSlug(toPlainText(content)), content }, 1]
  }
  if (ROW.test(line)) {
    const rows = run(lines, at, (text) => ROW.test(text))
    const [head = [], ...body] = rows.filter((row) => !/^[|\s:-]+$/.test(row)).map(cells)
    return [{ type: 'table', head, rows: body }, rows.length]
  }
  if (ITEM.test(line)) {
    const body = run(lines, at, (text) => ITEM.test(text) || /^ {2,}\S/.test(text))
    return [listOf(body), body.length]
  }
  if (NOTE.test(line)) {
    const body = run(lines, at, (text) => NOTE.test(text))
    const words = body.map((text) => NOTE.exec(text)?.[1] ?? '').join(' ')
    return [{ type: 'note', content: parseInline(words) }, body.length]
  }
  const body = run(lines, at, (text) => text.trim() !== '' && (text === line || !starts(text)))
  return [{ type: 'paragraph', content: parseInline(body.map((text) => text.trim()).join(' ')) }, body.length]
}

export function parseMarkdown(source: string): Block[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.trim() === '') {
      at += 1
      continue
    }
    const [block, taken] = blockAt(lines, at)
    blocks.push(block)
    at += Math.max(1, taken)
  }
  return blocks
}
