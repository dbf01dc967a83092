import { Bot, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem, useMayMove } from '#web/parts/accounts/transfers/move-item.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindForm } from '#web/ui/forms/find-form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { NewAgent } from './new-agent.tsx'

const SIZE = 25

const stateOf = (params: URLSearchParams) => ({
  search: (params.get('search') ?? '').trim(),
  page: pageParam(params),
})
const listQuery = ({ search, page }: ReturnType<typeof stateOf>) =>
  q('listHub', {
    query: { shape: 'agent', limit: SIZE, offset: (page - 1) * SIZE, ...(search !== '' && { search }) },
  })

export const loader = ({ url }: ScreenArgs): unknown => {
  // Listings were here before.
  const phase = url.searchParams.get('phase')
  if (phase !== null) throw redirect(paths.sellerAgents({ phase }))
  return Promise.all([load(listQuery(stateOf(url.searchParams))), load(modelsQuery)])
}

const isListed = ({ agents }: HubItem): boolean => agents.some(({ status }) => status === 'published')

function State({ agent }: { agent: HubItem }) {
  if (isListed(agent)) return <Badge tone="good">{t('Live')}</Badge>
  return agent.published === null ? <Badge>{t('Draft')}</Badge> : <Badge tone="good">{t('Published')}</Badge>
}

/** Where people reach it. */
const channelsOf = (agent: HubItem): string =>
  [agent.services > 0 ? t('Page and channels') : '', isListed(agent) ? t('Marketplace') : '']
    .filter(Boolean)
    .join(', ') || '—'

const columns = (): readonly Column<HubItem>[] => [
  {
    key: 'name',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: (agent) => (
      <div className="py-2">
        <Link href={paths.customAgent(agent.id)} className="block truncate font-medium leading-6 hover:underline">
          <bdi>{agent.name}</bdi>
        </Link>
        {agent.description !== '' && (
          <p className="truncate text-muted text-base">
            <bdi>{agent.description}</bdi>
          </p>
        )}
        <div className="mt-1 sm:hidden">
          <State agent={agent} />
        </div>
      </div>
    ),
  },
  { key: 'state', header: t('Status'), className: 'max-sm:hidden', cell: (agent) => <State agent={agent} /> },
  {
    key: 'channels',
    header: t('Channels'),
    className: 'max-md:hidden',
    cell: (agent) => <span className="whitespace-nowrap">{channelsOf(agent)}</span>,
  },
  {
    key: 'used',
    header: t('Last used'),
    className: 'max-sm:hidden',
    cell: ({ runs }) =>
      runs[0] ? <RelativeTime time={runs[0].created_at} /> : <span className="text-muted">{t('Never')}</span>,
  },
  { key: 'acts', header: <span className="sr-only">{t('Actions')}</span>, cell: (agent) => <More agent={agent} /> },
]

/** Where it belongs. Everything else is done in the builder. */
function More({ agent: { id, name, role } }: { agent: HubItem }) {
  const [moving, setMoving] = useState(false)
  if (!useMayMove()) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name })} size="sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MoveItem reason={role === 'owner' ? undefined : t('Owner only')} onSelect={() => setMoving(true)} />
      </Menu>
      {moving && (
        <MoveDialog thing={{ kind: 'workflow', id, name }} onMoved={() => {}} onClose={() => setMoving(false)} />
      )}
    </>
  )
}

/** The agents a person builds: how far each is, where it is reached, and when it was used last. */
export function Component() {
  const [params] = useSearchParams()
  const state = stateOf(params)
  const { items, total } = useData(listQuery(state))
  const { items: models } = useData(modelsQuery)
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const hasModel = models.length > 0
  const isEmpty = total === 0 && state.search === ''
  return (
    <Page title={t('Custom agents')}>
      <PageHeader
        title={t('Custom agents')}
        actions={
          <>
            <LinkButton href={paths.sellerAgents()}>{t('Your listings')}</LinkButton>
            {!isEmpty && (
              <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
                {t('New agent')}
              </Button>
            )}
          </>
        }
      >
        {t('Agents that chat: give each instructions, knowledge and tools, and try it as you build.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!hasModel && <NoModel />}
        {isEmpty ? (
          <section aria-labelledby="new-agent" className="grid gap-4 surface-card p-4 sm:p-6">
            <h2 id="new-agent" className="text-lg">
              {t('New agent')}
            </h2>
            <NewAgent hasModel={hasModel} />
          </section>
        ) : (
          <>
            <FindForm
              label={t('Search agents')}
              text={state.search}
              onFind={(search) => void navigate(paths.customAgents({ search }))}
            />
            <Table
              caption={t('Your custom agents, last changed first')}
              columns={columns()}
              rows={items}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  icon={<Bot aria-hidden="true" />}
                  title={t('No agents match')}
                  action={<LinkButton href={paths.customAgents()}>{t('Show all')}</LinkButton>}
                />
              }
            />
            <Pagination
              page={state.page}
              pageSize={SIZE}
              total={total}
              href={(page) => paths.customAgents({ search: state.search, page })}
            />
          </>
        )}
      </div>
      <Dialog open={adding} onClose={() => setAdding(false)} title={t('New agent')}>
        <NewAgent hasModel={hasModel} />
      </Dialog>
    </Page>
  )
}

const NoModel = () => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded border border-warn/25 bg-warn-soft px-3.5 py-2.5 text-warn">
    <p>
      {t(
        'Agents answer with an AI model, and none is connected yet. You can build without one: an agent with knowledge then quotes your documents.',
      )}
    </p>
    <LinkButton size="sm" href={paths.settings('models')}>
      {t('Connect a model')}
    </LinkButton>
  </div>
)
