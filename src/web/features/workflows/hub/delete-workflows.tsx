import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HubItem, WorkflowLoss } from '#contract/workflows/workflow-hub.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { countWorkflows, forEachItem } from './for-each.ts'

const counted = (count: number, one: string, many: (count: string) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : many(formatNumber(count))]

/** "12 steps, 3 versions and 2 comments" */
const listed = (parts: readonly string[]): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : t('{first} and {last}', { first: parts.slice(0, -1).join(', '), last: parts.at(-1) ?? '' })

type Known = { item: HubItem; loss: WorkflowLoss | undefined; error: unknown }

/** Always asked as it is now: who uses it may have changed since the dialog was open last. */
function useLosses(items: readonly HubItem[]): Known[] {
  const found = useQueries({
    queries: items.map(({ id }) => ({
      ...q('getWorkflowLoss', { params: { id } }),
      refetchOnMount: 'always' as const,
      retry: false,
    })),
  })
  return items.map((item, at) => ({ item, loss: found[at]?.data, error: found[at]?.error ?? null }))
}

interface Props {
  items: readonly HubItem[]
  onClose: () => void
}

/** Asks once before archived workflows are deleted for good: what is lost, who uses them, and which of them have to stay. */
export function DeleteWorkflows({ items, onClose }: Props) {
  const known = useLosses(items)
  const going = known.filter(({ loss }) => loss?.abilities.delete.allowed).map(({ item }) => item)
  const waiting = known.some(({ loss, error }) => loss === undefined && error === null)
  const remove = useAction(async () => {
    const done = await forEachItem(going, ({ id }) => call('deleteWorkflow', { params: { id } }))
    await refresh('listHub', 'listWorkflows', 'listTriggers')
    if (done.length > 0) notify({ type: 'info', title: t('{count} deleted', { count: countWorkflows(done.length) }) })
    onClose()
  })
  const [only] = items
  const title =
    items.length === 1
      ? t('Delete “{name}”?', { name: only?.name ?? '' })
      : t('Delete {count}?', { count: countWorkflows(items.length) })
  const label = items.length === 1 ? t('Delete') : t('Delete {count}', { count: formatNumber(going.length) })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      size="md"
      keep={t('Cancel')}
      act={label}
      busy={remove.busy && t('Deleting...')}
      reason={
        waiting ? t('Checking what uses it') : going.length === 0 ? t('None of these can be deleted now') : undefined
      }
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>{t('You can’t undo this. Runs stay in the history with the version they ran.')}</p>
      {known.map((one) => (
        <Loss key={one.item.id} {...one} alone={items.length === 1} />
      ))}
    </ConfirmDialog>
  )
}

function Loss({ item: { name }, loss, error, alone }: Known & { alone: boolean }) {
  return (
    <section aria-label={name} className={alone ? '' : 'rounded border border-line px-3 py-2.5'}>
      {!alone && (
        <h3 className="wrap-anywhere mb-1 font-medium">
          <bdi>{name}</bdi>
        </h3>
      )}
      {error !== null ? (
        <Callout tone="bad">{friendly(error)}</Callout>
      ) : loss ? (
        <Said loss={loss} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  )
}

const MOST = 5

function Said({
  loss: { steps, versions, comments, members, triggers, runs, callers, agents, abilities },
}: {
  loss: WorkflowLoss
}) {
  const lost = [
    ...counted(steps, t('1 step'), (count) => t('{count} steps', { count })),
    ...counted(versions, t('1 version'), (count) => t('{count} versions', { count })),
    ...counted(comments, t('1 comment'), (count) => t('{count} comments', { count })),
    ...counted(triggers, t('1 trigger'), (count) => t('{count} triggers', { count })),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {!abilities.delete.allowed && <Callout tone="warn">{abilities.delete.reason}</Callout>}
      <p>
        {lost.length === 0 ? t('It is empty.') : t('This deletes {lost} and the edit history.', { lost: listed(lost) })}
        {members > 0 &&
          ` ${members === 1 ? t('1 person it is shared with lose it, too.') : t('{count} people it is shared with lose it, too.', { count: formatNumber(members) })}`}
        {runs > 0 && ` ${runs === 1 ? t('1 run stay.') : t('{count} runs stay.', { count: formatNumber(runs) })}`}
      </p>
      {agents.length > 0 && (
        <Users title={t('Agents that use it')}>
          {agents.slice(0, MOST).map(({ slug, name }) => (
            <li key={slug}>
              <TextLink href={paths.agent(slug)}>
                <bdi>{name}</bdi>
              </TextLink>
            </li>
          ))}
          {agents.length > MOST && <li>{t('and {count} more', { count: agents.length - MOST })}</li>}
        </Users>
      )}
      {callers.length > 0 && (
        <Users title={t('Workflows that use it (the step will fail)')}>
          {callers.slice(0, MOST).map(({ id, name }) => (
            <li key={id}>
              <TextLink href={paths.designer(id)}>
                <bdi>{name}</bdi>
              </TextLink>
            </li>
          ))}
          {callers.length > MOST && <li>{t('and {count} more', { count: callers.length - MOST })}</li>}
        </Users>
      )}
      {agents.length + callers.length === 0 && (
        <p className="text-muted">{t('No agent, service or workflow uses it.')}</p>
      )}
    </div>
  )
}

function Users({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-medium text-base">{title}</p>
      <ul className="wrap-anywhere list-disc pl-5">{children}</ul>
    </div>
  )
}
