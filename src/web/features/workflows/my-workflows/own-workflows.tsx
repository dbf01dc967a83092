import { Plus, Workflow as WorkflowIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedWorkflow } from '#contract/workflows/workflows.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { choiceOf } from '#web/features/workflows/hub/choice-column.tsx'
import { forEachItem } from '#web/features/workflows/hub/for-each.ts'
import { ChosenBar, type ManyAct, useChosen } from '#web/features/workflows/hub/hub-chosen.tsx'
import { RenameWorkflow } from '#web/features/workflows/hub/hub-dialogs.tsx'
import { archive, duplicate, exportFile, said } from '#web/features/workflows/hub/use-hub-acts.tsx'
import { archiveAll } from '#web/features/workflows/hub/use-many-acts.tsx'
import { t } from '#web/lib/language.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { MakeAgent } from '#web/parts/agents/listing/make-agent.tsx'
import { useRowKeys } from '#web/parts/platform/use-row-keys.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Table } from '#web/ui/table.tsx'
import { OwnBar } from './own-bar.tsx'
import { type OwnAct, ownColumns } from './own-columns.tsx'
import { isNarrowed, OWN_PAGE, type OwnState, ownAddress, ownQuery } from './own-state.ts'
import { useRunWorkflow } from './run-workflow.tsx'

/** What a person built or brought, as the address narrows and orders it. */
export function OwnWorkflows({ state }: { state: OwnState }) {
  const navigate = useNavigate()
  const { items, total, facets } = useData(ownQuery(state))
  const { act, busy, question } = useOwnActs()
  const chosen = useChosen(items)
  const [working, setWorking] = useState<string | false>(false)
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  useKeys(true, {
    x: () => {
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])]
      const item = items[rows.indexOf(document.activeElement as Element)]
      if (item) chosen.toggle(item, false)
    },
  })
  const many = async (what: ManyAct) => {
    setWorking(what === 'export' ? t('Exporting...') : t('Archiving...'))
    if (what === 'export') await forEachItem(chosen.items, exportFile)
    else await archiveAll(chosen.items, true)
    setWorking(false)
    if (what !== 'export') chosen.all(false)
  }
  const narrowed = isNarrowed(state)
  return (
    <>
      {facets && (total > 0 || narrowed) && <OwnBar state={state} facets={facets} />}
      <div ref={list}>
        <Table
          caption={t('Your workflows')}
          columns={[
            choiceOf(items, chosen),
            ...ownColumns(
              { busy, switched: items.some(({ live_trigger, version }) => live_trigger !== null && version !== null) },
              act,
            ),
          ]}
          rows={items}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate(paths.designer(id, { mode: 'view' }))}
          empty={narrowed ? <NoneMatch /> : <None />}
        />
      </div>
      {items.length > 0 && <Keys />}
      <ChosenBar
        chosen={chosen}
        acts={['export', 'archive']}
        busy={working}
        onAct={(what) => void said(() => many(what))}
      />
      <Pagination page={state.page} pageSize={OWN_PAGE} total={total} href={(page) => ownAddress(state, { page })} />
      {question}
    </>
  )
}

const keys = (): [keys: string[], text: string][] => [
  [['J', 'K'], t('Next or previous')],
  [['↵'], t('Open')],
  [['X'], t('Select')],
  [['/'], t('Search')],
]

/** What the list does by keyboard, where there is one. */
const Keys = () => (
  <ul aria-label={t('Keys')} className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs max-md:hidden">
    {keys().map(([pressed, text]) => (
      <li key={text} className="flex items-center gap-1.5">
        {pressed.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {text}
      </li>
    ))}
  </ul>
)

/** The acts of a row, and the question that is open for one of them. */
function useOwnActs(): {
  act: (act: OwnAct, workflow: ListedWorkflow) => void
  busy: string | null
  question: ReactNode
} {
  const { run, busy, question } = useRunWorkflow()
  const [asked, setAsked] = useState<{ act: 'rename' | 'agent'; workflow: ListedWorkflow } | null>(null)
  const close = () => setAsked(null)
  const act = (what: OwnAct, workflow: ListedWorkflow) => {
    if (what === 'run') run(workflow)
    else if (what === 'switch') void said(() => turn(workflow))
    else if (what === 'duplicate') void said(() => duplicate(workflow))
    else if (what === 'export') void said(() => exportFile(workflow))
    else if (what === 'archive') void said(() => archive(workflow))
    else setAsked({ act: what, workflow })
  }
  return {
    act,
    busy,
    question: (
      <>
        {question}
        {asked?.act === 'rename' && <RenameWorkflow item={asked.workflow} onClose={close} />}
        {asked?.act === 'agent' && <MakeAgent workflow={asked.workflow} onClose={close} />}
      </>
    ),
  }
}

/** Pauses its trigger, or lets it start the workflow again. */
async function turn({ id, live_trigger }: ListedWorkflow): Promise<void> {
  if (live_trigger === null) return
  const { type, on } = live_trigger
  await call('updateTrigger', { params: { id, type }, body: { paused: on } })
  await refresh('listWorkflows', 'listTriggers')
}

const NoneMatch = () => (
  <EmptyState
    title={t('No workflows match')}
    action={<LinkButton href={paths.myWorkflows({ tab: 'own' })}>{t('Show all workflows')}</LinkButton>}
  />
)

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
