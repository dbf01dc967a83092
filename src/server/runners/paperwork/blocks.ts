/** A document as paragraphs, headings and tables: what every format is written from. */
import type { Block } from '#nodes/paperwork.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

/** The blocks of a parsed document in order of place. */
export function blocksOf(document: ParsedDocument): Block[] {
  const { text, pages, tables, headings } = document
  const marks = [
    ...headings.map((heading) => ({
      ...heading,
      block: { kind: 'heading', level: heading.level, text: heading.text } as Block,
    })),
    ...tables.map((table) => ({ ...table, block: { kind: 'table', rows: table.rows } as Block })),
    ...pages.slice(1).map(({ start }) => ({ start, end: start, block: { kind: 'page' } as Block })),
  ].toSorted((a, b) => a.start - b.start)
  const blocks: Block[] = []
  let at = 0
  for (const { start, end, block } of marks) {
    // Headings inside of tables are said by the table.
    if (start < at) continue
    paragraphs(withoutMarks(text.slice(at, start)), blocks)
    blocks.push(block)
    at = end
  }
  paragraphs(withoutMarks(text.slice(at)), blocks)
  return blocks
}

/** What Markdown puts around a heading stays outside of it. */
const withoutMarks = (text: string): string =>
  text.replace(/(^|\n)#{1,6}[ \t]*$/, '$1').replace(/^[ \t]*#*\n(?:={3,}|-{3,})[ \t]*(?=\n|$)/, '')

function paragraphs(text: string, blocks: Block[]): void {
  for (const part of text.split(/\n[ \t]*\n/)) {
    const words = part.replace(/^\n+|\s+$/g, '')
    if (words.trim() !== '') blocks.push({ kind: 'paragraph', text: words })
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

export const toMarkdown = (blocks: readonly Block[]): string =>
  `${blocks
    .map((block) => {
      if (block.kind === 'heading') return `${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${block.text}`
      if (block.kind === 'paragraph') return block.text
      if (block.kind === 'page') return '---'
      const [head = [], ...rows] = block.rows
      const line = (row: readonly string[]) => `| ${row.map(cell).join(' | ')} |`
      return [line(head), `|${' --- |'.repeat(Math.max(1, head.length))}`, ...rows.map(line)].join('\n')
    })
    .join('\n\n')}\n`

const toXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page that loads and runs nothing. */
export const toHtml = (blocks: readonly Block[], title: string): string => {
  const body = blocks.map((block) => {
    if (block.kind === 'heading')
      return `<h${Math.min(6, block.level)}>${toXml(block.text)}</h${Math.min(6, block.level)}>`
    if (block.kind === 'paragraph') return `<p>${toXml(block.text).replaceAll('\n', '<br>\n')}</p>`
    if (block.kind === 'page') return '<hr>'
    const row = (cells: readonly string[]) => `<tr>${cells.map((one) => `<td>${toXml(one)}</td>`).join('')}</tr>`
    return `<table>\n${block.rows.map(row).join('\n')}\n</table>`
  })
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${toXml(title)}</title>\n</head>\n<body>\n${body.join('\n')}\n</body>\n</html>\n`
}
