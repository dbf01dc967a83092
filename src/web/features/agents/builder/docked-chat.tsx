import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { useData } from '#web/api/query.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { whenSaved } from '#web/canvas/services/run/run-saved.ts'
import { Chat } from '#web/parts/runs/chat/chat.tsx'
import type { DraftChat } from '#web/parts/runs/chat/use-draft-chat.ts'
import { MemoryConsent } from '#web/parts/runs/memory/memory-consent.tsx'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CuratedDialog, type DraftAnswer } from './curated-dialog.tsx'
import { useAgentEdits, useFoundAgent } from './use-agent.ts'

const DEFAULT_GREETING = 'Hello! How can I help?'

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
  const { nodes } = useDocument()
  const trigger = nodes.find(({ type, disabled }) => type === 'chat_trigger' && disabled !== true)
  const { greeting, starters } = trigger?.config ?? {}
  const draft = useDraft()
  const found = useFoundAgent()
  const edits = useAgentEdits()
  const [fixing, setFixing] = useState<DraftAnswer | null>(null)
  // What answers in fixed fields has no text to put in its place.
  const fixes = found.fits && found.steps.answer?.type !== 'choose_fields' && edits.readOnly === null
  const turnOn = () => {
    if (found.fits && found.steps.agent.config.curated !== true)
      edits.settings(found.steps.agent, { curated: true }, 'whether curated answers are used')
  }
  const reason = trigger ? undefined : 'It doesn’t start with a chat message'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4">
        <h2 className="font-medium">Chat</h2>
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageSquarePlus aria-hidden="true" />}
          disabled={chat.messages.length === 0}
          onClick={chat.restart}
        >
          New chat
        </Button>
      </header>
      <NoModel />
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
            greeting={typeof greeting === 'string' ? greeting : DEFAULT_GREETING}
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
          title="Fix this answer"
          draft={fixing}
          onSaved={turnOn}
          onClose={() => setFixing(null)}
        />
      )}
    </div>
  )
}

/** Without a model there are no answers: what to do is said in their place. */
function NoModel() {
  const { items } = useData(modelsQuery)
  const [adding, setAdding] = useState(false)
  if (items.length > 0) return null
  return (
    <div className="m-3 mb-0 grid gap-2 rounded border border-warn/25 bg-warn-soft px-3.5 py-2.5 text-warn">
      <p>
        <strong className="font-semibold">Connect a model to chat.</strong> Agents answer with an AI model, and none is
        connected yet. Use a key of your own, or a model on your own server.
      </p>
      <div>
        <Button size="sm" onClick={() => setAdding(true)}>
          Connect a model
        </Button>
      </div>
      {adding && <ModelForm scope="own" onClose={() => setAdding(false)} />}
    </div>
  )
}
