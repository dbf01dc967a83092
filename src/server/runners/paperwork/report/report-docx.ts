/** A report as a Word document. */
import {
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  type IParagraphOptions,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Report, ReportFinding, ReportPart, ReportQuote } from '#findings/report.ts'
import { colourOf, INK, LINE, MUTED, SOFT } from './colours.ts'

interface Look {
  bold?: boolean
  color?: string
  strike?: boolean
  /** In half points. */
  size?: number
}

/** A text as runs: its line ends are kept. */
const runs = (text: string, look: Look = {}): TextRun[] =>
  text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, color: INK, ...look, ...(index > 0 && { break: 1 }) }))

/** The coloured edge at the left of a finding. */
const edged = (color: string): Pick<IParagraphOptions, 'border' | 'indent'> => ({
  border: { left: { style: BorderStyle.SINGLE, size: 24, space: 8, color } },
  indent: { left: 200 },
})

const quoteRuns = ({ before, words, after, where }: ReportQuote): TextRun[] => [
  ...runs(`“${before}`, { color: MUTED, size: 19 }),
  ...runs(words, { bold: before !== '' || after !== '', size: 19 }),
  ...runs(`${after}”`, { color: MUTED, size: 19 }),
  ...(where ? runs(`   ${where}`, { color: MUTED, size: 17 }) : []),
]

function findingParagraphs(finding: ReportFinding): Paragraph[] {
  const { label, title, verdict, decision, details, notes, quotes } = finding
  const colour = colourOf(verdict)
  const strike = verdict === 'edited' || verdict === 'rejected'
  const lines: TextRun[][] = [
    [
      ...runs(label, { bold: true, strike, size: 22 }),
      ...(details.length > 0 ? runs(`   ${details.join(' · ')}`, { color: MUTED, size: 17 }) : []),
    ],
    ...(title ? [runs(title)] : []),
    runs(decision, { bold: true, color: verdict === null ? MUTED : colour, size: 19 }),
    ...notes.map((note) => runs(note)),
    ...quotes.map(quoteRuns),
  ]
  return lines.map(
    (children, index) =>
      new Paragraph({
        children,
        ...edged(colour),
        // All of it on one page where it fits.
        keepLines: true,
        keepNext: index < lines.length - 1 && index < 3,
        spacing: { before: index === 0 ? 160 : 0, after: 20 },
      }),
  )
}

function tableOf(rows: readonly (readonly string[])[]): Table {
  const count = Math.min(12, Math.max(1, ...rows.map((row) => row.length)))
  const line = { style: BorderStyle.SINGLE, size: 4, color: LINE }
  const cell = (text: string, isHead: boolean) =>
    new TableCell({
      children: [new Paragraph({ children: runs(text, { bold: isHead, size: 18 }) })],
      ...(isHead && { shading: { fill: SOFT } }),
      borders: { top: line, bottom: line, left: line, right: line },
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: Array.from({ length: count }, (_, column) => cell(row[column] ?? '', index === 0)),
        }),
    ),
  })
}

function childrenOf(part: ReportPart): (Paragraph | Table)[] {
  if (part.kind === 'finding') return findingParagraphs(part.finding)
  if (part.kind === 'table') return [tableOf(part.rows), new Paragraph({ children: [] })]
  if (part.kind === 'text') return [new Paragraph({ children: runs(part.text, { color: MUTED }) })]
  const isTab = part.kind === 'tab'
  return [
    new Paragraph({
      heading: isTab ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
      keepNext: true,
      spacing: { before: isTab ? 320 : 200, after: 80 },
      children: runs(part.text, { bold: true, size: isTab ? 30 : 22, color: isTab ? INK : MUTED }),
    }),
  ]
}

const footerOf = (notice: string | null): Footer =>
  new Footer({
    children: [
      new Paragraph({
        children: [
          ...runs(notice === null ? '' : `${notice} · `, { color: MUTED, size: 16 }),
          new TextRun({
            children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
            color: MUTED,
            size: 16,
          }),
        ],
      }),
    ],
  })

/** Says nothing of who made it beyond what the report says. */
export function reportDocx({ title, facts, notice, summary, parts }: Report): Promise<Buffer> {
  const head = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: runs(title, { bold: true, size: 40 }) }),
    ...facts.map((fact) => new Paragraph({ children: runs(fact, { color: MUTED }) })),
    ...(summary ? [new Paragraph({ children: runs(summary, { bold: true }) })] : []),
    ...(notice ? [new Paragraph({ children: runs(notice, { bold: true, color: colourOf('edited') }) })] : []),
  ]
  const document = new Document({
    title,
    creator: '',
    lastModifiedBy: '',
    styles: { default: { document: { run: { font: 'Arial', size: 20 } } } },
    sections: [{ footers: { default: footerOf(notice) }, children: [...head, ...parts.flatMap(childrenOf)] }],
  })
  return Packer.toBuffer(document)
}
