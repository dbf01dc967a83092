import { type ReactNode, useState } from 'react'
import { isSellerOrAbove } from '#contract/core/access.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { PUBLICATION_LIMITS } from '#contract/workflows/publication-limits.ts'
import { readAgent } from '#graph/custom-agent/read-agent.ts'
import { blockingProblems } from '#graph/loose.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { openSettings } from '#web/canvas/model/draft/open-settings.ts'

import { useAnalysis, useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { askServer, seenRevision } from '#web/canvas/services/queries/seen-revision.ts'
import { useSetup } from '#web/canvas/services/queries/use-setup.ts'
import { useDraftDifference, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { countsInWords } from '#web/canvas/view/comparison/difference-words.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { MakeAgent } from '#web/parts/agents/listing/make-agent.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { UsedBy } from './used-by.tsx'
import { useWorse, WorseScore } from './worse-score.tsx'

/** What is asked before the draft becomes what runs: what changed, whether it would run, who is affected. */
export function PublishDialog() {
  const view = useView()
  const store = view.windows.versions.publish
  const isOpen = useStore(store)
  const { name, description } = useStore(view.about)
  const [isSold, setSold] = useState(false)
  const id = useDraft().id as WorkflowId
  return (
    <>
      {isOpen && <Publishing onClose={() => store.set(false)} onSell={() => setSold(true)} />}
      {isSold && <MakeAgent workflow={{ id, name, description }} onClose={() => setSold(false)} />}
    </>
  )
}

async function publishDraft(
  draft: Draft,
  words: { name: string; notes: string },
  acknowledge_score: boolean,
): Promise<number> {
  const base_revision = await seenRevision(draft, askServer)
  const { number } = await call('publishWorkflow', {
    params: { id: draft.id as WorkflowId },
    body: { ...words, base_revision, acknowledge_score },
  })
  return number
}

function useWords(id: string) {
  const place = `publish.${id}`
  const [words, setWords] = useState(() => ({ name: '', notes: '', ...readDraft(place) }))
  const set = (next: Partial<typeof words>) => {
    setWords({ ...words, ...next })
    keepDraft(place, { ...words, ...next })
  }
  return { words, set, forget: () => keepDraft(place, null) }
}

/** Why it cannot be published now. */
function useRefusal(words: { name: string; notes: string }, same: boolean): string | undefined {
  const save = useStore(useDraft().save)
  const { problems } = useAnalysis()
  const publication = useVersions().data?.publication
  if (publication?.abilities.publish.allowed === false) return publication.abilities.publish.reason ?? undefined
  if (blockingProblems(problems).length > 0) return t('It can’t run as it is.')
  if (save.state === 'waiting') return t('Your last edits aren’t saved yet.')
  const unchanged = publication?.state === 'live' && same && words.name === '' && words.notes === ''
  return unchanged ? t('Nothing has changed.') : undefined
}

/** Sellers sell their own workflows. */
function useMaySell(): boolean {
  const { own } = useStore(useView().about)
  const user = useUser()
  return own && user !== null && isSellerOrAbove(user.role)
}

interface PublishingProps {
  onClose: () => void
  /** It is published, and is to be sold as an agent. */
  onSell: () => void
}

function Publishing({ onClose, onSell }: PublishingProps) {
  const [draft, view] = [useDraft(), useView()]
  const { data } = useVersions()
  const publication = data?.publication
  const difference = useDraftDifference(publication?.runs ?? null)
  const { words, set, forget } = useWords(draft.id)
  const worse = useWorse()
  const isAgent = useIsAgent()
  const publish = useAction(async (sells: boolean) => {
    const number = await publishDraft(draft, words, worse.agreed)
    forget()
    await refresh('listVersions', 'getWorkflowUses', 'listTriggers', 'listHub', 'listWorkflows')
    view.message.set({ text: t('Version {number} is published', { number }), tone: 'info' })
    onClose()
    if (sells) onSell()
  })
  const refused = useRefusal(words, difference?.same === true)
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={isAgent ? t('Publish agent') : t('Publish workflow')}
      description={
        isAgent
          ? t('People who chat with it get the published version. You can keep editing the draft.')
          : t(
              'Webhooks, schedules, forms, chats, email and workflows that call it run the published version. You can keep editing the draft.',
            )
      }
      footer={
        <Buttons
          busy={publish.busy}
          refused={refused}
          onClose={onClose}
          onPublish={(sells) => void publish.run(sells)}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {publish.error !== null && <Callout tone="bad">{refusalOf(publish.error)}</Callout>}
        <WorseScore error={publish.error} worse={worse} />
        <Section title={t('Ready to run?')}>
          <Checks onClose={onClose} />
        </Section>
        <Changes isAgent={isAgent} difference={difference} runs={publication?.runs ?? null} />
        <Section title={t('Who is affected')}>
          <UsedBy />
        </Section>
        <TextField
          label={t('Version name')}
          optional
          maxLength={PUBLICATION_LIMITS.name}
          value={words.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextArea
          label={t('Notes')}
          help={t('What’s new, for you and your collaborators.')}
          optional
          rows={3}
          maxLength={PUBLICATION_LIMITS.notes}
          value={words.notes}
          onChange={({ target }) => set({ notes: target.value })}
        />
      </div>
    </Dialog>
  )
}

interface ChangesProps {
  isAgent: boolean
  /** Null while it is worked out. */
  difference: ReturnType<typeof useDraftDifference>
  /** The version that runs now; null before the first. */
  runs: number | null
}

function Changes({ isAgent, difference, runs }: ChangesProps) {
  const [draft, view] = [useDraft(), useView()]
  return (
    <Section title={t('What changes')}>
      {runs === null ? (
        <p>
          {t('Nothing is published yet.')}
          {!isAgent && ` ${t('All {count} steps are new.', { count: draft.document.get().nodes.length })}`}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p>
            {difference === null
              ? t('Comparing...')
              : difference.same
                ? t('No changes since version {runs}.', { runs })
                : t('Since version {runs}: {count}.', { runs, count: countsInWords(difference.counts) })}
          </p>
          {difference?.same === false && (
            <Button size="sm" onClick={() => view.windows.versions.compare.set({ before: runs, after: 'draft' })}>
              {t('Compare')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

interface ButtonsProps {
  busy: boolean
  refused: string | undefined
  onClose: () => void
  onPublish: (sells: boolean) => void
}

function Buttons({ busy, refused, onClose, onPublish }: ButtonsProps) {
  const maySell = useMaySell()
  return (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      {maySell && (
        <Button disabled={busy} reason={refused} onClick={() => onPublish(true)}>
          {t('Publish and sell')}
        </Button>
      )}
      <Button variant="primary" busy={busy && t('Publishing...')} reason={refused} onClick={() => onPublish(false)}>
        {t('Publish')}
      </Button>
    </>
  )
}

/** A person who builds an agent has not seen its steps. */
const useIsAgent = (): boolean => readAgent(useDocument()).fits

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      {children}
    </section>
  )
}

const SHOWN = 5

/** Everything that keeps it from running; each leads to its field. */
function Checks({ onClose }: { onClose: () => void }) {
  const view = useView()
  const items = useSetup()
  if (items === null) return <p className="text-muted">{t('Looking...')}</p>
  if (items.length === 0) return <p className="text-good">{t('Yes, everything is set up.')}</p>
  const go = (node: string, field: string | null) => {
    onClose()
    openSettings(view, node, field ?? '')
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {items.every(({ loose }) => loose) && <li className="text-good">{t('Yes. Some steps are not connected.')}</li>}
      {items.slice(0, SHOWN).map(({ node, title, field, label, message, loose }) => (
        <li key={`${node} ${field} ${message}`} className="flex flex-wrap items-baseline gap-x-2">
          {node !== null && (
            <Button size="sm" variant="ghost" className="-ml-3" onClick={() => go(node, field)}>
              <bdi>{label === '' ? title : `${title} › ${label}`}</bdi>
            </Button>
          )}
          <span className={loose ? 'text-muted' : 'text-bad'}>{message}</span>
        </li>
      ))}
      {items.length > SHOWN && <li className="text-muted">{t('and {count} more', { count: items.length - SHOWN })}</li>}
    </ul>
  )
}
