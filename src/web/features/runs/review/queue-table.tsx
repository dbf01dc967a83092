import type { ExecutionId } from '#contract/core/primitives.ts'
import type { QueuedReview } from '#contract/runs/review-queue.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { ShowRow } from '#web/parts/runs/masked/show-hidden.tsx'
import type { Reveal } from '#web/parts/runs/masked/use-reveal.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

interface Props {
  items: readonly QueuedReview[]
  /** Whether several people review here. */
  isShared: boolean
  reveal: Pick<Reveal<QueuedReview>, 'canShow' | 'show'>
  onOpen: (id: ExecutionId) => void
}

export const QueueTable = ({ items, isShared, reveal, onOpen }: Props) => (
  <Table
    caption={t('Documents to review')}
    columns={columns(isShared, reveal)}
    rows={items}
    rowKey={({ execution_id }) => execution_id}
    onOpen={({ execution_id }) => onOpen(execution_id)}
  />
)

export const titleOf = ({ title, agent }: Pick<QueuedReview, 'title' | 'agent'>): string =>
  title ?? agent?.name ?? t('Document')

const columns = (isShared: boolean, reveal: Props['reveal']): readonly Column<QueuedReview>[] => [
  {
    key: 'document',
    header: t('Document'),
    className: 'w-full max-w-0',
    cell: (item) => (
      <span className="block min-w-40 truncate py-1">
        <bdi className="font-medium">
          <MaskedText text={titleOf(item)} />
        </bdi>{' '}
        <bdi className="text-muted">{item.service?.name ?? item.agent?.name}</bdi>
        {reveal.canShow(item) && (
          <ShowRow
            label={t('Show personal data of this document: {name}', { name: titleOf(item) })}
            onShow={() => reveal.show(item)}
          />
        )}
      </span>
    ),
  },
  {
    key: 'state',
    header: t('State'),
    cell: ({ reading, revision, comments }) => (
      <span className="flex gap-1.5">
        {reading === 'second' && <Badge tone="selected">{t('Second reading')}</Badge>}
        {reading === 'final' && <Badge tone="warn">{t('Readers differ')}</Badge>}
        {revision > 1 && <Badge>{t('Revision {number}', { number: revision })}</Badge>}
        {comments > 0 && (
          <Badge tone="outline">
            {comments === 1 ? t('1 comment') : t('{count} comments', { count: formatNumber(comments) })}
          </Badge>
        )}
      </span>
    ),
  },
  {
    key: 'decided',
    header: t('Decided'),
    align: 'right',
    cell: ({ decided, findings }) => (
      <span className="tabular-nums">
        {t('{count} of {all}', { count: formatNumber(decided), all: formatNumber(findings) })}
      </span>
    ),
  },
  {
    key: 'confidence',
    header: t('Lowest confidence'),
    align: 'right',
    cell: ({ lowest_confidence: lowest }) => (
      <span className="tabular-nums">{lowest === null ? '–' : formatPercent(Math.round(lowest * 100) / 100)}</span>
    ),
  },
  ...(isShared
    ? [
        {
          key: 'assignee',
          header: t('Assigned to'),
          cell: ({ assignee }: QueuedReview) => <bdi className="block max-w-40 truncate">{assignee?.name ?? '–'}</bdi>,
        },
      ]
    : []),
  { key: 'due', header: t('Due'), cell: ({ due_at }) => (due_at === null ? '–' : <Due at={due_at} />) },
  { key: 'finished', header: t('Finished'), cell: ({ finished_at }) => <RelativeTime time={finished_at} /> },
]

const Due = ({ at }: { at: string }) =>
  Date.parse(at) < Date.now() ? (
    <Badge tone="bad">
      {t('Overdue')} <RelativeTime time={at} />
    </Badge>
  ) : (
    <RelativeTime time={at} />
  )
