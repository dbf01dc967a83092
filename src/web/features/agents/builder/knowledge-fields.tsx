import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { KnowledgeBase, KnowledgeId } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { knowledgeOf } from '#graph/custom-agent/knowledge.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { AddAddress, readInto } from '#web/parts/knowledge/add-address.tsx'
import { AddDocuments } from '#web/parts/knowledge/add-documents.tsx'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { AgentEdits } from './use-agent.ts'

const MOST_NAMES = 20

const underWay = ({ states: { queued = 0, reading = 0, embedding = 0 } }: KnowledgeBase): number =>
  queued + reading + embedding

/** A base of one’s own, called after the agent; with a number where that name is taken. With the page at `url`: where that can’t be read, there is no base. */
async function createBase(agent: string, url?: string): Promise<KnowledgeId> {
  const name = agent.slice(0, KNOWLEDGE.name - 4)
  for (let number = 1; ; number++) {
    try {
      const body = { name: number === 1 ? name : `${name} ${number}`, ...(url !== undefined && { url }) }
      return (await call('createKnowledge', { body }, { exact: true })).id
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'already_exists') || number === MOST_NAMES) throw error
    }
  }
}

/** The documents an agent answers from: bases are chosen, made and filled here. */
export function KnowledgeFields({ agent, edits }: { agent: WorkflowNode; edits: AgentEdits }) {
  const { name } = useStore(useView().about)
  const { data, error } = useQuery(q('listKnowledge', { query: {} }))
  const [target, setTarget] = useState('')
  const ids = knowledgeOf(agent)
  const all = data?.items ?? []
  const chosen = ids.map((id) => ({ id, base: all.find((one) => one.id === id) }))
  const others = all.filter(({ id }) => !ids.includes(id))
  const open = chosen.flatMap(({ base }) => (base && base.role !== 'read' ? [base] : []))
  const into = open.find(({ id }) => id === target) ?? open[0]
  const disabled = edits.readOnly !== null
  const isFull = ids.length >= KNOWLEDGE.searched
  const cannotAdd = disabled || data === undefined || (isFull && !into)
  useFresh(
    'listKnowledge',
    chosen.some(({ base }) => base && underWay(base) > 0),
  )
  const newBase = async (url?: string): Promise<KnowledgeId> => {
    const id = await createBase(name, url)
    await refresh('listKnowledge')
    edits.knowledge((known) => [...known, id])
    return id
  }
  return (
    <>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {chosen.length > 0 && (
        <ul aria-label={t('Knowledge bases')} className="surface-card divide-y divide-line">
          {chosen.map(({ id, base }) => (
            <ChosenBase
              key={id}
              id={id}
              base={base}
              loaded={data !== undefined}
              disabled={disabled}
              onRemove={() => edits.knowledge((known) => known.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
      {open.length > 1 && (
        <Select
          label={t('Add documents to')}
          value={into?.id ?? ''}
          options={open.map((base) => ({ value: base.id, label: base.name }))}
          onChange={({ target: { value } }) => setTarget(value)}
        />
      )}
      <AddDocuments into={async () => into?.id ?? newBase()} disabled={cannotAdd} />
      <AddAddress read={(url) => (into ? readInto(into.id, url) : newBase(url).then(() => url))} disabled={cannotAdd} />
      {others.length > 0 && !isFull && (
        <Select
          label={t('Use an existing knowledge base')}
          value=""
          disabled={disabled}
          options={[
            { value: '', label: t('Choose one') },
            ...others.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={({ target: { value } }) => value !== '' && edits.knowledge((known) => [...known, value])}
        />
      )}
      {chosen.length > 0 && <QuotesSwitch agent={agent} edits={edits} disabled={disabled} />}
    </>
  )
}

function QuotesSwitch({ agent, edits, disabled }: { agent: WorkflowNode; edits: AgentEdits; disabled: boolean }) {
  return (
    <Switch
      label={t('Answer with quotes when no model is connected')}
      help={t(
        'It then answers with the sentences of your documents that answer, word for word, or says that none does.',
      )}
      disabled={disabled}
      checked={agent.config.without_model === 'quote'}
      onChange={({ target: { checked } }) =>
        edits.settings(agent, { without_model: checked ? 'quote' : 'stop' }, t('what it does without a model'))
      }
    />
  )
}

function ChosenBase(props: {
  id: string
  base: KnowledgeBase | undefined
  loaded: boolean
  disabled: boolean
  onRemove: () => void
}) {
  const { id, base, loaded, disabled, onRemove } = props
  const name = base?.name ?? (loaded ? t('Deleted or not shared with you') : '…')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        {base ? (
          <TextLink href={paths.knowledgeBase(id)}>
            <bdi className="wrap-anywhere">{name}</bdi>
          </TextLink>
        ) : (
          <span className={loaded ? 'text-bad' : 'text-muted'}>{name}</span>
        )}
        <IconButton label={t('Remove {name}', { name })} size="sm" disabled={disabled} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {base && <BaseState base={base} />}
    </li>
  )
}

function BaseState({ base }: { base: KnowledgeBase }) {
  const busy = underWay(base)
  const { ready = 0, failed = 0 } = base.states
  if (busy > 0)
    return (
      <ProgressBar
        label={t('Indexing documents')}
        value={(ready + failed) / base.documents}
        detail={t('{ready} of {documents}', { ready: ready + failed, documents: base.documents })}
      />
    )
  return (
    <p role="status" className="text-muted text-base">
      {base.documents === 0
        ? t('No documents yet')
        : t('{ready} of {documents} documents searchable', { ready, documents: base.documents })}
      {failed > 0 && <span className="text-bad"> {t('· {failed} couldn’t be read', { failed })}</span>}
    </p>
  )
}
