import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { SidePanel } from '#web/ui/overlays/side-panel.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'

interface Row {
  document: string
  code: string
  diagnosis: string
  quote: string
  review: [Tone, string]
}

const ROWS: readonly Row[] = [
  {
    document: 'discharge-0412.pdf',
    code: 'I50.23',
    diagnosis: 'Acute on chronic systolic heart failure',
    quote: 'Acute on chronic systolic heart failure, EF 30%.',
    review: ['warn', '2 to check'],
  },
  {
    document: 'discharge-0413.pdf',
    code: 'N18.31',
    diagnosis: 'Chronic kidney disease, stage 3a',
    quote: 'Chronic kidney disease, stage 3a, stable.',
    review: ['good', 'Signed off'],
  },
  {
    document: 'opd-note-221.txt',
    code: 'M54.41',
    diagnosis: 'Lumbago with sciatica, right side',
    quote: 'Low back pain radiating down the right leg.',
    review: ['good', 'Accepted'],
  },
]

const COLUMNS: Column<Row>[] = [
  {
    key: 'document',
    header: 'Document',
    className: 'whitespace-nowrap',
    cell: ({ document }) => <span className="font-medium">{document}</span>,
  },
  {
    key: 'diagnosis',
    header: 'Principal diagnosis',
    className: 'w-full',
    cell: ({ code, diagnosis }) => (
      <>
        <span className="font-mono">{code}</span> {diagnosis}
      </>
    ),
  },
  {
    key: 'review',
    header: 'Review',
    cell: ({ review: [tone, text] }) => <Badge tone={tone}>{text}</Badge>,
  },
]

/** A row opens its details at the right; on a wide screen the next row can be opened meanwhile. */
export function Documents() {
  const [opened, setOpened] = useState<Row | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="w-full">
      <Table
        caption="Documents of 23 November"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ document }) => document}
        onOpen={setOpened}
      />
      <SidePanel
        open={opened !== null}
        onClose={close}
        title={opened?.document ?? ''}
        widthKey="specimen-panel-width"
        icon={<CategoryGlyph category="healthcare" />}
        description="ICD-10-CM coder, version 3"
        footer={
          <>
            <Button onClick={close}>Reject</Button>
            <Button variant="primary" onClick={close}>
              Accept
            </Button>
          </>
        }
      >
        <dl className="grid gap-4">
          <div className="grid gap-1">
            <dt className="text-muted">Principal diagnosis</dt>
            <dd className="font-semibold text-xl">
              <span className="font-mono">{opened?.code}</span> {opened?.diagnosis}
            </dd>
          </div>
          <div className="hue-healthcare grid gap-1">
            <dt className="text-muted">The words it rests on</dt>
            <dd>
              <mark className="rounded-sm bg-hue-soft px-0.5 text-ink underline decoration-2 decoration-hue underline-offset-3">
                {opened?.quote}
              </mark>
            </dd>
          </div>
        </dl>
      </SidePanel>
    </div>
  )
}
