import { Bot, CalendarClock, Download, Ellipsis, Plus, SquarePen, Workflow as WorkflowIcon } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListedWorkflow } from '#contract/workflows/workflows.ts'
import { useAction } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile, toFileName } from '#web/lib/save-file.ts'
import { MakeAgent } from '#web/parts/agents/listing/make-agent.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const PAGE = 25

/** What a person built or brought, last changed first. */
export function OwnWorkflows() {
  const [params] = useSearchParams()
  const page = Math.max(1, Math.min(400, Math.trunc(Number(params.get('page'))) || 1))
  const search = (params.get('search') ?? '').slice(0, 200)
  const query = { limit: PAGE, offset: (page - 1) * PAGE, ...(search !== '' && { search }) }
  const { items, total } = useData(q('listWorkflows', { query }))
  const [making, setMaking] = useState<ListedWorkflow | null>(null)
  const fetchFile = useAction(async (workflow: ListedWorkflow) => {
    const blob = await download('exportWorkflow', { params: { id: workflow.id } })
    saveFile(`${toFileName(workflow.name)}.chowk.json`, blob, 'application/json')
  })
  return (
    <>
      {(total > 0 || search !== '') && (
        <TypedSearch param="search" label={t('Search workflows')} placeholder={t('Search workflows')} />
      )}
      {fetchFile.error !== null && <Callout tone="bad">{friendly(fetchFile.error)}</Callout>}
      <Table
        caption={t('Your workflows, recently changed first')}
        columns={columns((workflow) => void fetchFile.run(workflow), setMaking)}
        rows={items}
        rowKey={({ id }) => id}
        empty={search === '' ? <None /> : <EmptyState title={t('No workflows match')} />}
      />
      {total > PAGE && (
        <Pagination
          page={page}
          pageSize={PAGE}
          total={total}
          href={(to) => paths.myWorkflows({ tab: 'own', search: search || null, page: to > 1 ? to : null })}
        />
      )}
      {making && <MakeAgent workflow={making} onClose={() => setMaking(null)} />}
    </>
  )
}

const None = () => (
  <EmptyState
    icon={<WorkflowIcon aria-hidden="true" />}
    title={t('No workflows yet')}
    action={
      <LinkButton href={paths.createAgent()} variant="primary" icon={<Plus aria-hidden="true" />}>
        {t('New workflow')}
      </LinkButton>
    }
  >
    {t('Begin with a sentence, a template or an empty canvas, or import a file exported from Chowk or n8n.')}
  </EmptyState>
)

const columns = (
  onExport: (workflow: ListedWorkflow) => void,
  onMake: (workflow: ListedWorkflow) => void,
): Column<ListedWorkflow>[] => [
  {
    key: 'name',
    header: t('Workflow'),
    className: 'w-full max-w-0 py-2.5',
    cell: (workflow) => <Name workflow={workflow} />,
  },
  {
    key: 'state',
    header: t('Status'),
    className: 'max-sm:hidden',
    cell: ({ published }) => <Live published={published} />,
  },
  {
    key: 'starts',
    header: t('Trigger'),
    className: 'max-xl:hidden',
    cell: ({ starts }) =>
      starts === null ? (
        <span className="text-muted">{t('None')}</span>
      ) : (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <NodeIcon name={starts.icon} className="size-4 shrink-0 text-muted" />
          {starts.title}
        </span>
      ),
  },
  { key: 'run', header: t('Last run'), className: 'max-sm:hidden', cell: ({ last_run }) => <LastRun run={last_run} /> },
  {
    key: 'updated',
    header: t('Changed'),
    className: 'max-lg:hidden',
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
  },
  {
    key: 'actions',
    header: <span className="sr-only">{t('Actions')}</span>,
    align: 'right',
    cell: (workflow) => (
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name: workflow.name })} size="sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<SquarePen aria-hidden="true" />} href={paths.designer(workflow.id)}>
          {t('Edit')}
        </MenuItem>
        <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => onExport(workflow)}>
          {t('Export')}
        </MenuItem>
        <MenuItem icon={<CalendarClock aria-hidden="true" />} href={paths.triggers(workflow.id)}>
          {t('Triggers')}
        </MenuItem>
        <MenuItem icon={<Bot aria-hidden="true" />} onSelect={() => onMake(workflow)}>
          {t('Convert to agent')}
        </MenuItem>
      </Menu>
    ),
  },
]

const Live = ({ published }: Pick<ListedWorkflow, 'published'>) =>
  published === null ? (
    <Badge tone="outline">{t('Draft')}</Badge>
  ) : (
    <Badge tone="good">{t('Version {published} live', { published })}</Badge>
  )

/** Its name, and what it does at one look: the first steps as they follow each other. */
function Name({
  workflow: { id, name, description, nodes, steps, published, last_run },
}: {
  workflow: ListedWorkflow
}) {
  const more = nodes - steps.length
  return (
    <div className="grid min-w-0 gap-1">
      <Link
        href={paths.designer(id, { mode: 'view' })}
        title={name}
        className="block truncate font-medium leading-6 hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {description && (
        <p className="truncate text-muted" title={description}>
          {description}
        </p>
      )}
      {nodes === 0 ? (
        <p className="text-muted text-xs">{t('No steps yet')}</p>
      ) : (
        <ol aria-label={t('First steps')} className="flex flex-wrap items-center gap-y-1">
          {steps.map(({ title, icon, category }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may have the same name
            <li key={at} title={title} className="flex items-center">
              {at > 0 && <span aria-hidden="true" className="h-px w-2 bg-control" />}
              <span
                className={`grid size-6 place-items-center rounded-sm border border-line bg-surface text-hue ${HUE_CLASSES[categoryLook(category).hue]}`}
              >
                <NodeIcon name={icon} className="size-3.5" />
              </span>
              <span className="sr-only">{title}</span>
            </li>
          ))}
          {more > 0 && (
            <li className="ps-2 text-muted text-xs tabular-nums">
              <span aria-hidden="true">+{formatNumber(more)}</span>
              <span className="sr-only">{t('{count} more', { count: formatNumber(more) })}</span>
            </li>
          )}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:hidden">
        <Live published={published} />
        <LastRun run={last_run} />
      </div>
    </div>
  )
}

function LastRun({ run }: { run: ListedWorkflow['last_run'] }) {
  if (run === null) return <span className="whitespace-nowrap text-muted">{t('Not run yet')}</span>
  return (
    <Link href={paths.run(run.id)} className="flex items-center gap-2 whitespace-nowrap hover:underline">
      <StatusChip status={run.status} />
      <span className="text-muted">
        <RelativeTime time={run.created_at} />
      </span>
    </Link>
  )
}
