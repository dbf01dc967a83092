import { useNavigate } from 'react-router'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { choiceOf } from './choice-column.tsx'
import type { Chosen } from './hub-chosen.tsx'
import { type HubAct, HubMenu } from './hub-menu.tsx'

interface Props {
  items: readonly HubItem[]
  /** The folder of each is said where they come from several. */
  withFolder: boolean
  onAct: (act: HubAct, item: HubItem) => void
  chosen: Chosen
  empty: React.ReactNode
}

/** Workflows, one a row: a row opens the designer. */
export function HubTable({ items, withFolder, onAct, chosen, empty }: Props) {
  const navigate = useNavigate()
  return (
    <Table
      caption={t('Workflows')}
      columns={[choiceOf(items, chosen), ...columns(withFolder, onAct)]}
      rows={items}
      rowKey={({ id }) => id}
      onOpen={({ id, archived_at }) => archived_at === null && void navigate(paths.designer(id))}
      empty={empty}
    />
  )
}

function Name({ item, withFolder }: { item: HubItem; withFolder: boolean }) {
  const { id, name, description, folder, archived_at } = item
  const said = [withFolder && folder, description].filter(Boolean).join(' · ')
  return (
    <>
      {archived_at === null ? (
        <Link
          href={paths.designer(id)}
          title={name}
          className="block truncate font-medium leading-6 hover:underline"
          onClick={(event) => event.stopPropagation()}
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <p className="truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </p>
      )}
      {said !== '' && (
        <p className="truncate text-muted text-base" title={said}>
          {said}
        </p>
      )}
    </>
  )
}

function State({ item: { nodes, problems, first_problem, agents, published, role } }: { item: HubItem }) {
  const sold = agents.find(({ status }) => status === 'published')
  return (
    <span className="flex flex-wrap items-center gap-1.5 py-1">
      {nodes === 0 ? (
        <Badge tone="outline">{t('Empty')}</Badge>
      ) : problems > 0 ? (
        <span title={first_problem ?? undefined}>
          <Badge tone="warn">
            {problems === 1 ? t('1 problem') : t('{count} problems', { count: formatNumber(problems) })}
          </Badge>
        </span>
      ) : (
        <Badge tone="good">{t('Ready')}</Badge>
      )}
      {published !== null && <Badge tone="selected">{t('Version {published} live', { published })}</Badge>}
      {role !== 'owner' && <Badge tone="outline">{t('Shared with you')}</Badge>}
      {agents.map(({ slug, name, status }) => (
        <Link
          key={slug}
          href={paths.agent(slug)}
          title={t('Agent “{name}”', { name })}
          onClick={(event) => event.stopPropagation()}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <Badge tone={sold?.slug === slug ? 'selected' : 'neutral'}>
            {status === 'published' ? t('Agent') : t('Draft agent')}
          </Badge>
        </Link>
      ))}
    </span>
  )
}

/** The newest is first with its time; the others are dots. */
function Runs({ item: { runs } }: { item: HubItem }) {
  const [last] = runs
  if (!last) return <span className="whitespace-nowrap text-muted text-xs">{t('Not run yet')}</span>
  return (
    <span className="flex items-center gap-2 whitespace-nowrap text-xs">
      <span className="flex gap-0.5">
        {runs.map(({ id, status, created_at }) => (
          <Link
            key={id}
            href={paths.run(id)}
            title={t('Run of {time}', { time: formatExactTime(created_at) })}
            onClick={(event) => event.stopPropagation()}
            className="inline-grid size-6 place-items-center rounded-sm hover:bg-sunken"
          >
            <StatusDot status={status} />
          </Link>
        ))}
      </span>
      <span className="text-muted">
        <RelativeTime time={last.created_at} />
      </span>
    </span>
  )
}

const columns = (withFolder: boolean, onAct: Props['onAct']): Column<HubItem>[] => [
  {
    key: 'name',
    header: t('Workflow'),
    className: 'w-full max-w-0 min-w-40 py-2 md:min-w-56',
    cell: (item) => <Name item={item} withFolder={withFolder} />,
  },
  {
    key: 'starts',
    header: t('Trigger'),
    className: 'max-2xl:hidden',
    cell: ({ starts }) =>
      starts && (
        <span className="flex items-center gap-2 whitespace-nowrap text-muted text-xs">
          <NodeIcon name={starts.icon} className="size-4 shrink-0" />
          {starts.title}
        </span>
      ),
  },
  { key: 'state', header: t('Status'), cell: (item) => <State item={item} /> },
  { key: 'runs', header: t('Last runs'), className: 'max-md:hidden', cell: (item) => <Runs item={item} /> },
  {
    key: 'changed',
    header: t('Changed'),
    className: 'max-xl:hidden',
    cell: ({ updated_at }) => (
      <span className="text-muted text-xs">
        <RelativeTime time={updated_at} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: <span className="sr-only">{t('Actions')}</span>,
    align: 'right',
    cell: (item) => <HubMenu item={item} onAct={(act) => onAct(act, item)} />,
  },
]
