import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { knowledgeOf } from '#graph/custom-agent/knowledge.ts'
import { chatTriggerOf } from '#graph/custom-agent/read-agent.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { useData } from '#web/api/query.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import { Chat } from '#web/parts/runs/chat/chat.tsx'
import { DeleteChat } from '#web/parts/runs/chat/delete-chat.tsx'
import type { DraftChat } from '#web/parts/runs/chat/use-draft-chat.ts'
import { MemoryConsent } from '#web/parts/runs/memory/memory-consent.tsx'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CuratedDialog, type DraftAnswer } from './curated-dialog.tsx'
import { useAgentEdits, useFoundAgent } from './use-agent.ts'

const defaultGreeting = () => t('Hello! How can I help?')

/** A conversation with the draft, next to what it is made of. */
export function DockedChat({
  id,
  chat,
  streams,
  selected,
  onSelect,
}: {
  id: string
  chat: DraftChat
  streams: boolean
  selected: string | null
  onSelect: (message: string) => void
}) {
  const document = useDocument()
  const trigger = chatTriggerOf(document)
  const quotes = document.nodes.some(quotesWithoutModel)
  const { greeting, starters } = trigger?.config ?? {}
  const draft = useDraft()
  const found = useFoundAgent()
  const edits = useAgentEdits()
  const [fixing, setFixing] = useState<DraftAnswer | null>(null)
  // What answers in fixed fields has no text to put in its place.
  const fixes = found.fits && found.steps.answer?.type !== 'choose_fields' && edits.readOnly === null
  const turnOn = () => {
    if (found.fits && found.steps.agent.config.curated !== true)
      edits.settings(found.steps.agent, { curated: true }, t('whether curated answers are used'))
  }
  const reason = trigger ? undefined : t('It doesn’t start with a chat message')
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4">
        <h2 className="font-medium">{t('Chat')}</h2>
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageSquarePlus aria-hidden="true" />}
          disabled={chat.messages.length === 0}
          onClick={chat.restart}
        >
          {t('New chat')}
        </Button>
        {chat.id !== null && !chat.busy && <DeleteChat id={chat.id} onDeleted={chat.forget} />}
      </header>
      <NoModel quotes={quotes} />
      {found.fits && found.steps.agent.config.person_memory === true && (
        <div className="px-3 pt-3">
          <MemoryConsent asks before={() => whenSaved(draft)} who={{ workflow_id: id as WorkflowId }} />
        </div>
      )}
      <div className="min-h-0 grow">
        {chat.loading ? (
          <div className="grid gap-3 p-4">
            <Skeleton className="h-10 w-2/3" />
            <Skeleton className="h-10 w-1/2 justify-self-end" />
          </div>
        ) : (
          <Chat
            chat={chat}
            name={`chat-${id}`}
            greeting={typeof greeting === 'string' ? greeting : defaultGreeting()}
            starters={
              Array.isArray(starters) ? starters.filter((one) => typeof one === 'string' && one !== '').map(String) : []
            }
            streams={streams}
            reason={reason}
            selected={selected}
            onSelect={onSelect}
            onFix={fixes ? (question, answer) => setFixing({ questions: [question], answer }) : undefined}
          />
        )}
      </div>
      {fixing && (
        <CuratedDialog
          workflow={id as WorkflowId}
          title={t('Fix this answer')}
          draft={fixing}
          onSaved={turnOn}
          onClose={() => setFixing(null)}
        />
      )}
    </div>
  )
}

/** Whether a step answers with quotes of its knowledge where there is no model. */
const quotesWithoutModel = (node: WorkflowNode): boolean =>
  node.type === 'ai_agent' &&
  node.config.without_model === 'quote' &&
  node.config.schema === undefined &&
  knowledgeOf(node).length > 0

/** Without a model there are no answers in an agent’s own words: what it does instead, or what to do, is said here. */
function NoModel({ quotes }: { quotes: boolean }) {
  const { items } = useData(modelsQuery)
  const [adding, setAdding] = useState(false)
  if (items.length > 0) return null
  return (
    <div
      className={`m-3 mb-0 grid gap-2 rounded border px-3.5 py-2.5 ${quotes ? 'border-line bg-surface' : 'border-warn/25 bg-warn-soft text-warn'}`}
    >
      {quotes ? (
        <p>
          <strong className="font-semibold">{t('No model is connected.')}</strong>{' '}
          {t(
            'Answers quote the sentences of your documents that answer, or say that none does. Connect a model for answers in the agent’s own words.',
          )}
        </p>
      ) : (
        <p>
          <strong className="font-semibold">{t('Connect a model to chat.')}</strong>{' '}
          {t(
            'Agents answer with an AI model, and none is connected yet. Use a key of your own, or a model on your own server. Without one, an agent with knowledge quotes your documents.',
          )}
        </p>
      )}
      <div>
        <Button size="sm" onClick={() => setAdding(true)}>
          {t('Connect a model')}
        </Button>
      </div>
      {adding && <ModelForm scope="own" onClose={() => setAdding(false)} />}
    </div>
  )
}
