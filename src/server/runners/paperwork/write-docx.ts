/** Blocks as a DOCX. */
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import type { Block } from '#nodes/paperwork.ts'

const LEVELS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

const runs = (text: string): TextRun[] =>
  text.split('\n').map((line, index) => new TextRun(index === 0 ? { text: line } : { text: line, break: 1 }))

const cellOf = (text: string): TableCell => new TableCell({ children: [new Paragraph({ children: runs(text) })] })

function childOf(block: Block): Paragraph | Table {
  if (block.kind === 'heading') {
    const heading = LEVELS[Math.min(5, Math.max(0, block.level - 1))] ?? HeadingLevel.HEADING_1
    return new Paragraph({ heading, children: runs(block.text) })
  }
  if (block.kind === 'paragraph') return new Paragraph({ children: runs(block.text), spacing: { after: 120 } })
  if (block.kind === 'page') return new Paragraph({ pageBreakBefore: true, children: [] })
  const columns = Math.max(1, ...block.rows.map((row) => row.length))
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: block.rows.map(
      (row) => new TableRow({ children: Array.from({ length: columns }, (_, index) => cellOf(row[index] ?? '')) }),
    ),
  })
}

/** Says nothing of who made it beyond the title. */
export const writeDocx = (blocks: readonly Block[], { title }: { title: string }): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({ title, creator: '', lastModifiedBy: '', sections: [{ children: blocks.map(childOf) }] }),
  )
