import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader, LinkCard } from '#web/ui/card.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { StatusChip, StatusDot, StatusSign } from '#web/ui/status.tsx'
import { type Column, type Sort, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Specimen } from './specimen.tsx'

const STATUSES = ['queued', 'running', 'waiting', 'paused', 'succeeded', 'failed', 'cancelled']
const TONES: Tone[] = ['neutral', 'live', 'selected', 'good', 'warn', 'bad']

interface Row {
  code: string
  name: string
  confidence: number
}
const ROWS: Row[] = [
  { code: 'I10', name: 'Essential (primary) hypertension', confidence: 0.97 },
  { code: 'E11.9', name: 'Type 2 diabetes mellitus without complications', confidence: 0.94 },
  { code: 'J45.909', name: 'Unspecified asthma, uncomplicated', confidence: 0.71 },
]
const COLUMNS: Column<Row>[] = [
  { key: 'code', header: 'Code', cell: (row) => <span className="font-mono">{row.code}</span>, sortable: true },
  { key: 'name', header: 'Description', cell: (row) => row.name },
  { key: 'confidence', header: 'Confidence', cell: (row) => row.confidence.toFixed(2), align: 'right', sortable: true },
]

function SortedTable() {
  const navigate = useNavigate()
  const [sort, setSort] = useState<Sort>({ key: 'confidence', direction: 'desc' })
  const sign = sort.direction === 'asc' ? 1 : -1
  const rows = ROWS.toSorted((a, b) =>
    sort.key === 'code' ? sign * a.code.localeCompare(b.code) : sign * (a.confidence - b.confidence),
  )
  return (
    <Table
      caption="Codes found"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.code}
      sort={sort}
      onSort={setSort}
      onOpen={() => void navigate(paths.designSystem('data'))}
    />
  )
}

export function Data() {
  return (
    <>
      <Specimen name="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Status">
        {STATUSES.map((status) => (
          <span key={status} className="inline-flex items-center gap-2">
            <StatusDot status={status} decorative />
            <StatusSign status={status} />
            <StatusChip status={status} />
          </span>
        ))}
      </Specimen>
      <Specimen name="Card">
        <Card className="w-72">
          <CardHeader title="Ward 4 coding" aside={<Badge tone="live">Running</Badge>}>
            ICD-10-CM coder, version 3
          </CardHeader>
          <dl className="flex gap-6">
            <Stat label="Runs" value="1,204" />
            <Stat label="Succeeded" value="99.2%" detail="of the last 1,000" />
          </dl>
        </Card>
        <div className="w-72">
          <LinkCard href={paths.marketplace()} title="A card that is a link">
            <p className="text-muted">All of it can be pressed, so it lifts under the pointer.</p>
          </LinkCard>
        </div>
        <Card raised className="w-72">
          <CardHeader title="Raised">The one result that a page is about</CardHeader>
          <p className="flex items-center gap-2">
            <CategoryGlyph category="legal" size="text" /> Unlimited liability <Badge tone="bad">High</Badge>
          </p>
        </Card>
      </Specimen>
      <Specimen name="Table">
        <div className="w-full">
          <SortedTable />
        </div>
      </Specimen>
      <Specimen name="Pagination and Breadcrumbs">
        <div className="grid w-full gap-4">
          <Pagination page={2} pageSize={25} total={61} href={() => paths.designSystem('data')} />
          <Breadcrumbs
            crumbs={[
              { label: 'My AI Services', href: paths.services() },
              { label: 'Marketplace', href: paths.marketplace() },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="FilterChips">
        <FilterChips
          label="State"
          chips={[
            { key: 'all', label: 'All', href: paths.designSystem('data'), chosen: true, count: '12' },
            { key: 'failing', label: 'Last run failed', href: paths.designSystem('data'), chosen: false, count: '1' },
          ]}
        />
      </Specimen>
      <Specimen name="CopyButton">
        <CopyButton label="Copy the number" text="01890000-0000-7000-8000-000000000000" />
      </Specimen>
      <Specimen name="CopyText">
        <CopyText
          kind="MCP"
          label="Address of the service"
          copyLabel="Copy the address"
          text="https://chowk.example/mcp/services/01890000-0000-7000-8000-000000000000"
        />
      </Specimen>
      <Specimen name="CodeBlock">
        <div className="w-full">
          <CodeBlock
            label="An example call"
            code={
              'curl -X POST https://chowk.example/api/v1/workflows/execute \\\n  -d \'{"agent_id": "icd10-coder", "input": {"text": "Essential hypertension."}}\''
            }
          />
        </div>
      </Specimen>
    </>
  )
}
