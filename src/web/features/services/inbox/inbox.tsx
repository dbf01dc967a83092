import { Inbox, Search } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { InboxChat } from '#contract/services/inbox.ts'
import type { InboxFilter } from '#contract/services/inbox-values.ts'
import { call } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { stepFrom, useListKeys } from '#web/parts/platform/use-list-keys.ts'
import { ShowHidden } from '#web/parts/runs/masked/show-hidden.tsx'
import { useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { useTypedSearch } from '#web/parts/runs/use-typed-search.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChatList } from './chat-list.tsx'
import { ChatPane } from './chat-pane.tsx'
import {
  chatQuery,
  type InboxState,
  inboxInput,
  inboxQuery,
  messagesQuery,
  readInboxState,
  summaryQuery,
} from './inbox-queries.ts'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readInboxState(url.searchParams)
  const { chat } = state
  await Promise.all([
    load(summaryQuery),
    load(inboxQuery(state)),
    chat && Promise.all([load(chatQuery(chat)), load(messagesQuery(chat))]).catch(() => null),
  ])
}

const hrefOf = (state: InboxState, change: Partial<InboxState>): string => {
  const { show, service, search, chat, page } = { ...state, ...change }
  return paths.inbox({
    ...{ service, chat, search: search === '' ? null : search },
    ...{ show: show === 'waiting' ? null : show, page: page === 1 ? null : page },
  })
}

/** Chats that wait for a person, those that a person has, and all others; one of them open next to the list. */
export function Component() {
  const [params] = useSearchParams()
  const state = readInboxState(params)
  const summary = useData(summaryQuery)
  useFresh('listInbox', false)
  return (
    <Page title={t('Inbox')}>
      {/* On a narrow screen the chat that is open has all of it; who listens still hears the heading. */}
      <div className={state.chat === null ? '' : 'max-lg:sr-only'}>
        <PageHeader title={t('Inbox')}>
          {t(
            'Answer people who chat with your services. While you have a chat, the agent is silent and nothing is charged.',
          )}
        </PageHeader>
      </div>
      {summary.available ? <Chats state={state} /> : <NothingToChat />}
    </Page>
  )
}

const NothingToChat = () => (
  <EmptyState
    icon={<Inbox />}
    title={t('No chats yet')}
    action={
      <LinkButton variant="primary" href={paths.services()}>
        {t('Open My AI Services')}
      </LinkButton>
    }
  >
    {t('Turn on the chat page, the widget or a channel of a service. Its chats appear here.')}
  </EmptyState>
)

function Chats({ state }: { state: InboxState }) {
  const { items, total, limit } = useData(inboxQuery(state))
  useChatKeys(state, items)
  const reveal = useReveal({
    rows: items,
    idOf: ({ id }) => id,
    fields: ['visitor', 'title', 'reason', 'last'],
    ask: async (asked) => (await call('listInbox', { query: { ...inboxInput(state), ...asked } })).items,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section
        aria-label={t('Chats')}
        className={`grid content-start grid-cols-[minmax(0,1fr)] gap-3 ${state.chat === null ? '' : 'max-lg:hidden'}`}
      >
        <Filters state={state} />
        <ShowHidden reveal={reveal} />
        {items.length === 0 ? (
          <p className="px-1 py-6 text-center text-muted">{emptyText(state)}</p>
        ) : (
          <ChatList items={reveal.rows} open={state.chat} hrefOf={(chat) => hrefOf(state, { chat })} />
        )}
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => hrefOf(state, { page })} />
      </section>
      {state.chat === null ? (
        <div className="grid min-h-60 place-content-center rounded border border-line border-dashed p-6 text-muted max-lg:hidden">
          {t('Choose a chat to read it. J and K move through the list.')}
        </div>
      ) : (
        <ChatPane key={state.chat} id={state.chat} back={hrefOf(state, { chat: null })} />
      )}
    </div>
  )
}

function emptyText({ search, service, show }: InboxState): string {
  if (search !== '' || service !== null) return t('No chats match')
  const texts: Record<InboxFilter, string> = {
    waiting: t('Nobody is waiting for you'),
    person: t('You have no chats right now'),
    all: t('No chats yet'),
  }
  return texts[show]
}

function Filters({ state }: { state: InboxState }) {
  const navigate = useNavigate()
  const { services, waiting } = useData(summaryQuery)
  const go = (change: Partial<InboxState>, replace: boolean) =>
    void navigate(hrefOf(state, { page: 1, ...change }), { replace })
  const { typed, onSubmit } = useTypedSearch(state.search, (search) => go({ search }, true))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Tabs
        label={t('Chats to show')}
        active={state.show}
        tabs={[
          { key: 'waiting', label: t('Waiting'), count: waiting, href: hrefOf(state, { show: 'waiting', page: 1 }) },
          { key: 'person', label: t('With a person'), href: hrefOf(state, { show: 'person', page: 1 }) },
          { key: 'all', label: t('All'), href: hrefOf(state, { show: 'all', page: 1 }) },
        ]}
      />
      <form className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={onSubmit}>
        <TextField
          label={t('Search chats')}
          placeholder={t('Search names and messages')}
          hideLabel
          type="search"
          name="search"
          icon={<Search aria-hidden="true" />}
          maxLength={200}
          defaultValue={state.search}
          onChange={({ target }) => typed(target.value)}
        />
        {services.length > 1 && (
          <Select
            label={t('Service')}
            hideLabel
            value={state.service ?? ''}
            options={[
              { value: '', label: t('All services') },
              ...services.map(({ id, name }) => ({ value: id as string, label: name })),
            ]}
            onChange={({ target }) =>
              go({ service: services.find(({ id }) => id === target.value)?.id ?? null }, false)
            }
          />
        )}
      </form>
    </div>
  )
}

/** J opens the next chat of the list, K the one before. */
function useChatKeys(state: InboxState, items: readonly InboxChat[]): void {
  const navigate = useNavigate()
  useListKeys((step) => {
    const next = stepFrom(
      items,
      items.findIndex(({ id }) => id === state.chat),
      step,
    )
    if (next) void navigate(hrefOf(state, { chat: next.id }), { preventScrollReset: true })
    return next !== undefined
  })
}
