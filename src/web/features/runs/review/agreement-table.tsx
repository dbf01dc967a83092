import { useQuery } from '@tanstack/react-query'
import type { Agreement, ReviewAgreement } from '#contract/runs/review-queue.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { agreementQuery } from './review-queries.ts'

/** How far first and second readers agree; nothing before two people have read a document. */
export function AgreementTable() {
  const { data } = useQuery(agreementQuery)
  if (!data || data.documents === 0) return null
  return (
    <Card>
      <CardHeader title={t('Agreement of readers')}>
        {data.documents === 1
          ? t('1 document was read by two people.')
          : t('{count} documents were read by two people.', { count: formatNumber(data.documents) })}{' '}
        {t('Kappa is 1 when they always agree, and 0 when they agree only as often as by chance.')}
      </CardHeader>
      <Table
        caption={t('Agreement of readers')}
        columns={columns()}
        rows={rowsOf(data)}
        rowKey={({ kind, name }) => `${kind} ${name}`}
      />
    </Card>
  )
}

interface Row extends Agreement {
  kind: string
}

const rowsOf = ({ all, by_agent, by_readers, by_tab }: ReviewAgreement): Row[] => [
  { ...all, name: t('All'), kind: '' },
  ...by_agent.map((row) => ({ ...row, kind: t('Agent or service') })),
  ...by_readers.map((row) => ({ ...row, kind: t('Readers') })),
  ...by_tab.map((row) => ({ ...row, kind: t('Findings') })),
]

const columns = (): readonly Column<Row>[] => [
  { key: 'kind', header: t('By'), cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span> },
  { key: 'name', header: t('Name'), className: 'w-full', cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'findings', header: t('Findings'), align: 'right', cell: ({ findings }) => formatNumber(findings) },
  {
    key: 'agreed',
    header: t('Agreed'),
    align: 'right',
    cell: ({ agreed, findings }) => (findings === 0 ? '–' : formatPercent(agreed / findings)),
  },
  {
    key: 'kappa',
    header: t('Kappa'),
    align: 'right',
    cell: ({ kappa }) => (kappa === null ? '–' : formatNumber(Math.round(kappa * 100) / 100)),
  },
]
