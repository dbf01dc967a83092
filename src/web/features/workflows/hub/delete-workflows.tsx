import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HubItem, WorkflowLoss } from '#contract/workflows/workflow-hub.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { countWorkflows, forEachItem } from './for-each.ts'

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? one : many}`]

/** "12 steps, 3 versions and 2 comments" */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

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
    if (done.length > 0) notify({ type: 'info', title: `${countWorkflows(done.length)} deleted` })
    onClose()
  })
  const [only] = items
  const title = items.length === 1 ? `Delete “${only?.name}”?` : `Delete ${countWorkflows(items.length)}?`
  const label = items.length === 1 ? 'Delete' : `Delete ${formatNumber(going.length)}`
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      size="md"
      keep="Cancel"
      act={label}
      busy={remove.busy && 'Deleting...'}
      reason={waiting ? 'Checking what uses it' : going.length === 0 ? 'None of these can be deleted now' : undefined}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>You can’t undo this. Runs stay in the history with the version they ran.</p>
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
    ...counted(steps, 'step'),
    ...counted(versions, 'version'),
    ...counted(comments, 'comment'),
    ...counted(triggers, 'trigger'),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {!abilities.delete.allowed && <Callout tone="warn">{abilities.delete.reason}</Callout>}
      <p>
        {lost.length === 0 ? 'It is empty.' : `This deletes ${listed(lost)} and the edit history.`}
        {members > 0 && ` ${listed(counted(members, 'person', 'people'))} it is shared with lose it, too.`}
        {runs > 0 && ` ${listed(counted(runs, 'run'))} stay.`}
      </p>
      {agents.length > 0 && (
        <Users title="Agents that use it">
          {agents.slice(0, MOST).map(({ slug, name }) => (
            <li key={slug}>
              <TextLink href={paths.agent(slug)}>
                <bdi>{name}</bdi>
              </TextLink>
            </li>
          ))}
          {agents.length > MOST && <li>and {agents.length - MOST} more</li>}
        </Users>
      )}
      {callers.length > 0 && (
        <Users title="Workflows that use it (the step will fail)">
          {callers.slice(0, MOST).map(({ id, name }) => (
            <li key={id}>
              <TextLink href={paths.designer(id)}>
                <bdi>{name}</bdi>
              </TextLink>
            </li>
          ))}
          {callers.length > MOST && <li>and {callers.length - MOST} more</li>}
        </Users>
      )}
      {agents.length + callers.length === 0 && <p className="text-muted">No agent, service or workflow uses it.</p>}
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
