import { MessageSquarePlus, X } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { chatTriggerOf } from '#graph/custom-agent/read-agent.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { openRun } from '#web/canvas/services/run/run-control.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Chat } from '#web/parts/runs/chat/chat.tsx'
import { DeleteChat } from '#web/parts/runs/chat/delete-chat.tsx'
import { useDraftChat } from '#web/parts/runs/chat/use-draft-chat.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A conversation with the draft; the run that answers is followed on the canvas. */
export function ChatPanel() {
  const view = useView()
  return useStore(view.panel) === 'chat' ? <OpenChat /> : null
}

function OpenChat() {
  const [draft, view] = [useDraft(), useView()]
  const document = useDocument()
  const saved = useCallback(() => whenSaved(draft), [draft])
  const chat = useDraftChat(draft.id as WorkflowId, saved)
  const trigger = chatTriggerOf(document)
  const { greeting, starters } = trigger?.config ?? {}
  // What was there when it was opened stays off the canvas.
  const run = chat.messages.findLast(({ role }) => role === 'person')?.execution_id ?? null
  const shown = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (chat.loading || shown.current === run) return
    const isFirst = shown.current === undefined
    shown.current = run
    if (!isFirst && run !== null) void openRun({ draft, view }, run, false)
  }, [chat.loading, run, draft, view])
  const close = () => view.panel.set(null)
  return (
    <PanelFrame label={t('Chat')} onEscape={close}>
      <header className="flex items-center gap-1 border-line border-b px-4 py-2">
        <h2 className="grow font-medium text-lg">{t('Chat')}</h2>
        <IconButton label={t('New chat')} size="sm" disabled={chat.messages.length === 0} onClick={chat.restart}>
          <MessageSquarePlus aria-hidden="true" />
        </IconButton>
        {chat.id !== null && !chat.busy && <DeleteChat id={chat.id} onDeleted={chat.forget} />}
        <IconButton label={t('Close')} size="sm" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="min-h-0 grow">
        {chat.loading ? (
          <div className="p-4">
            <Skeleton className="h-10" />
          </div>
        ) : (
          <Chat
            chat={chat}
            name={`chat-${draft.id}`}
            greeting={typeof greeting === 'string' ? greeting : t('Hello! How can I help?')}
            starters={Array.isArray(starters) ? starters.filter((one): one is string => typeof one === 'string') : []}
            // An answer that is covered later is not shown before.
            streams={!document.nodes.some(({ type }) => type === 'guardrails')}
            reason={trigger ? undefined : t('It doesn’t start with a chat message')}
            onSelect={(id) => {
              const { execution_id } = chat.messages.find((one) => one.id === id) ?? {}
              if (execution_id) void openRun({ draft, view }, execution_id, false)
            }}
          />
        )}
      </div>
    </PanelFrame>
  )
}
