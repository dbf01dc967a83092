import { Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ManagedAgent } from '#contract/agents/agent-review.ts'
import type { AdminAction } from '#contract/agents/agent-states.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { dayInIndia } from '#contract/india/time.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { PhaseBadge } from '#web/parts/agents/listing/phase-badge.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FindForm } from '#web/ui/forms/find-form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { agentsQuery, type QueueState, queuePath, SIZE } from './review-queue-address.ts'

const LABELS: Record<AdminAction, string> = {
  suspend: 'Suspend',
  unsuspend: 'Unsuspend',
  feature: 'Feature…',
  unfeature: 'Stop featuring',
}

const IST = '+05:30'
/** The day of a time in India, and the last moment of it. */
const dayIn = (time: string): string => dayInIndia(new Date(time))
const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999${IST}`).toISOString()

const State = ({ agent: { phase, is_featured, featured_until } }: { agent: ManagedAgent }) => (
  <span className="flex flex-wrap gap-1">
    <PhaseBadge phase={phase} />
    {is_featured && <Badge>{featured_until ? `Featured until ${formatDay(featured_until)}` : 'Featured'}</Badge>}
  </span>
)

const columns: readonly Column<ManagedAgent>[] = [
  {
    key: 'agent',
    header: 'Agent',
    className: 'w-full max-w-0',
    cell: (agent) => (
      <div className="py-2">
        <Link href={paths.agent(agent.slug)} className="block truncate font-medium leading-6 hover:underline">
          <bdi>{agent.name}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          <bdi>{agent.seller.display_name}</bdi> · {priceText(agent.price)}
        </p>
        <div className="mt-1 sm:hidden">
          <State agent={agent} />
        </div>
      </div>
    ),
  },
  {
    key: 'phase',
    header: 'State',
    className: 'max-sm:hidden',
    cell: (agent) => <State agent={agent} />,
  },
  { key: 'runs', header: 'Runs', align: 'right', className: 'max-md:hidden', cell: ({ runs }) => formatNumber(runs) },
  {
    key: 'services',
    header: 'Services',
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ services }) => formatNumber(services),
  },
  { key: 'acts', header: <span className="sr-only">Actions</span>, cell: (agent) => <Acts agent={agent} /> },
]

/** Every agent that is or was sold, with what an admin may do about it. */
export function AllAgents({ state }: { state: QueueState }) {
  const { items, total } = useData(agentsQuery(state))
  const navigate = useNavigate()
  return (
    <>
      <FindForm
        key={state.search}
        label="Find an agent or a seller"
        text={state.search}
        onFind={(search) => void navigate(queuePath({ tab: 'agents', search }))}
      />
      <Table
        caption="Agents, most recently changed first"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={<p className="p-6 text-center text-muted">No agent has this name.</p>}
      />
      <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => queuePath({ ...state, page })} />
    </>
  )
}

function Acts({ agent }: { agent: ManagedAgent }) {
  const [asked, setAsked] = useState<AdminAction | null>(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${agent.name}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {(Object.keys(LABELS) as AdminAction[]).map((action) => (
          <MenuItem key={action} reason={agent.abilities[action].reason ?? undefined} onSelect={() => setAsked(action)}>
            {LABELS[action]}
          </MenuItem>
        ))}
      </Menu>
      {asked && <Ask action={asked} agent={agent} onClose={() => setAsked(null)} />}
    </>
  )
}

function Ask({ action, agent, onClose }: { action: AdminAction; agent: ManagedAgent; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [day, setDay] = useState(agent.featured_until ? dayIn(agent.featured_until) : '')
  const must = action === 'suspend'
  const go = useAction(async () => {
    const until = action === 'feature' && day ? endOfDay(day) : null
    await call('controlManagedAgent', { params: { id: agent.id }, body: { action, reason: reason.trim(), until } })
    onClose()
    await refresh('listManagedAgents', 'listAgents', 'listFeatured', 'getAgent')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!must || reason.trim() !== '') void go.run()
  }
  return (
    <Dialog open onClose={onClose} title={`${LABELS[action]}: ${agent.name}`} size="sm">
      <form onSubmit={submit} noValidate className="grid gap-4">
        {must && <p>It can no longer be sold or run, including by existing services.</p>}
        {action === 'feature' && (
          <TextField
            type="date"
            label="Until the end of"
            optional
            help="Indian time. Leave empty to feature it until you stop it."
            value={day}
            error={go.error instanceof ApiError ? go.error.problem('until') : undefined}
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        <TextArea
          label="Reason"
          optional={!must}
          rows={3}
          value={reason}
          maxLength={PUBLISHING.note}
          help="The seller will see this."
          error={tried && must && reason.trim() === '' ? 'Enter a reason' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {go.error !== null && <Callout tone="bad">{friendly(go.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={must ? 'danger' : 'primary'} busy={go.busy && 'Working...'}>
            {LABELS[action]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
