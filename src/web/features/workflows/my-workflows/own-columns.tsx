import { Archive, Bot, CalendarClock, Copy, Download, Ellipsis, PenLine, Play, SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedWorkflow } from '#contract/workflows/workflows.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { StageBadge, stageWords } from '#web/parts/workflows/stage.tsx'
import { triggerTitles } from '#web/parts/workflows/trigger-titles.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { Link } from '#web/ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spin } from '#web/ui/spinner.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import type { Column } from '#web/ui/table.tsx'

export type OwnAct = 'run' | 'switch' | 'rename' | 'duplicate' | 'export' | 'agent' | 'archive'

/** A press on what is in it does not open the row. */
const Inert = ({ children, className }: { children: ReactNode; className?: string }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the row from opening, and is no control itself
  // biome-ignore lint/a11y/useKeyWithClickEvents: the row answers no key that is pressed in here
  <span className={className} onClick={(event) => event.stopPropagation()}>
    {children}
  </span>
)

/**
 * @param busy the one that is being started
 * @param switched whether any has a trigger to switch
 */
export const ownColumns = (
  { busy, switched }: { busy: string | null; switched: boolean },
  onAct: (act: OwnAct, workflow: ListedWorkflow) => void,
): Column<ListedWorkflow>[] => [
  {
    key: 'name',
    header: t('Workflow'),
    className: 'w-full max-w-0 py-2.5',
    cell: (workflow) => <Name workflow={workflow} onAct={onAct} />,
  },
  {
    key: 'state',
    header: t('Status'),
    className: 'max-sm:hidden',
    cell: (workflow) => <Stage workflow={workflow} />,
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
    // Names need the room more.
    className: 'max-2xl:hidden',
    cell: ({ updated_at }) => (
      <span className="text-muted">
        <RelativeTime time={updated_at} />
      </span>
    ),
  },
  ...(switched ? [onColumn(onAct)] : []),
  {
    key: 'actions',
    header: <span className="sr-only">{t('Actions')}</span>,
    align: 'right',
    cell: (workflow) => (
      <Inert className="inline-flex items-center gap-1">
        <IconButton
          label={t('Run {name}', { name: workflow.name })}
          size="sm"
          className="border border-line bg-surface"
          disabled={busy !== null || workflow.nodes === 0}
          onClick={() => onAct('run', workflow)}
        >
          {busy === workflow.id ? <Spin /> : <Play aria-hidden="true" />}
        </IconButton>
        <RowMenu workflow={workflow} onAct={onAct} />
      </Inert>
    ),
  },
]

const onColumn = (onAct: RowProps['onAct']): Column<ListedWorkflow> => ({
  key: 'on',
  header: t('On'),
  className: 'max-sm:hidden',
  cell: (workflow) => <OnOff workflow={workflow} onAct={onAct} />,
})

interface RowProps {
  workflow: ListedWorkflow
  onAct: (act: OwnAct, workflow: ListedWorkflow) => void
}

/** Whether its trigger starts it; nothing where only people and programs do. */
function OnOff({ workflow, onAct }: RowProps) {
  const { live_trigger, version, name } = workflow
  // What never ran has no version that it could start.
  if (live_trigger === null || version === null) return null
  const { on, type } = live_trigger
  const trigger = triggerTitles()[type]
  return (
    <Inert className="inline-flex">
      <Switch
        checked={on}
        title={on ? t('{trigger}: on', { trigger }) : t('{trigger}: off', { trigger })}
        label={<span className="sr-only">{t('{trigger} starts {name}', { trigger, name })}</span>}
        onChange={() => onAct('switch', workflow)}
      />
    </Inert>
  )
}

function RowMenu({ workflow, onAct }: RowProps) {
  const act = (what: OwnAct) => () => onAct(what, workflow)
  return (
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
      <MenuItem icon={<CalendarClock aria-hidden="true" />} href={paths.triggers(workflow.id)}>
        {t('Triggers')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<PenLine aria-hidden="true" />} onSelect={act('rename')}>
        {t('Rename')}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={act('duplicate')}>
        {t('Duplicate')}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden="true" />} onSelect={act('export')}>
        {t('Export')}
      </MenuItem>
      <MenuItem icon={<Bot aria-hidden="true" />} onSelect={act('agent')}>
        {t('Convert to agent')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Archive aria-hidden="true" />} onSelect={act('archive')}>
        {t('Archive')}
      </MenuItem>
    </Menu>
  )
}

/** On a phone in one line. */
const Stage = ({ workflow: { stage, version, live_trigger } }: Pick<RowProps, 'workflow'>) => (
  <span className="flex flex-wrap items-center gap-x-2 sm:grid sm:justify-items-start sm:gap-0.5">
    <StageBadge stage={stage} />
    <span className="text-muted text-xs sm:max-lg:hidden lg:min-w-32 xl:whitespace-nowrap">
      {stageWords({ stage, version, trigger: live_trigger?.type ?? null })}
    </span>
  </span>
)

/** Its name, and what it does at one look: the first steps as they follow each other. */
function Name({ workflow, onAct }: RowProps) {
  const { id, name, description, nodes, steps, last_run } = workflow
  const more = nodes - steps.length
  return (
    <div className="grid min-w-0 gap-1">
      <Link
        href={paths.designer(id, { mode: 'view' })}
        title={name}
        className="block truncate font-medium leading-6 hover:underline"
        onClick={(event) => event.stopPropagation()}
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
      <div className="sm:hidden">
        <Stage workflow={workflow} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:hidden">
        <LastRun run={last_run} />
        <OnOff workflow={workflow} onAct={onAct} />
      </div>
    </div>
  )
}

function LastRun({ run }: { run: ListedWorkflow['last_run'] }) {
  if (run === null) return <span className="whitespace-nowrap text-muted">{t('Not run yet')}</span>
  return (
    <Link
      href={paths.run(run.id)}
      onClick={(event) => event.stopPropagation()}
      className="flex items-center gap-2 whitespace-nowrap hover:underline"
    >
      <StatusChip status={run.status} />
      <span className="text-muted">
        <RelativeTime time={run.created_at} />
      </span>
    </Link>
  )
}
