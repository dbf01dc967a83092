import { useCallback, useEffect, useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import type { Attached } from '#web/parts/runs/chat/attached-files.ts'
import { useDraftChat } from '#web/parts/runs/chat/use-draft-chat.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { panelId, TabList } from '#web/ui/tab-list.tsx'
import { DockedChat } from './docked-chat.tsx'
import { Parts } from './parts.tsx'
import { TracePanel } from './trace-panel.tsx'
import { useFoundAgent } from './use-agent.ts'

const GROUP = 'builder'
const builderTabs = () => [
  { key: 'parts', label: t('Build') },
  { key: 'chat', label: t('Chat') },
  { key: 'trace', label: t('Trace') },
]

/** Parts on the left, the chat on the right, the trace beneath it; on a narrow screen one of them at a time. */
export function Workbench({ id }: { id: string }) {
  const [tab, setTab] = useState('parts')
  const [selected, setSelected] = useState<string | null>(null)
  const [pending, setPending] = useState<{ text: string; files: readonly Attached[] } | null>(null)
  const found = useFoundAgent()
  const draft = useDraft()
  const { nodes } = useDocument()
  // What was typed into the parts is saved before a message is sent.
  const saved = useCallback(() => whenSaved(draft), [draft])
  const chat = useDraftChat(id as WorkflowId, saved)
  // An answer that is covered later is not shown before.
  const streams = found.fits ? found.steps.cover === null : !nodes.some(({ type }) => type === 'guardrails')
  const shown = (key: string) => (tab === key ? '' : 'max-lg:hidden')
  /** The same message, with nothing before it. */
  const again = ({ text, files }: ChatMessage) => {
    chat.restart()
    setPending({ text, files: files.map(({ file_id, name }) => ({ id: file_id, name })) })
    setTab('chat')
  }
  // Once the new chat is open: until then a message would go into the old one.
  useEffect(() => {
    if (pending === null || chat.messages.length > 0) return
    chat.send(pending.text, pending.files)
    setPending(null)
  }, [pending, chat])
  const select = (message: string) => {
    setSelected(selected === message ? null : message)
    setTab('trace')
  }
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="px-4 lg:hidden">
        <TabList label={t('Parts of the builder')} group={GROUP} tabs={builderTabs()} active={tab} onSelect={setTab} />
      </div>
      <div
        id={panelId(GROUP)}
        className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(22rem,5fr)_minmax(0,6fr)]"
      >
        <section
          aria-label={t('Parts of the agent')}
          className={`min-h-0 overflow-y-auto border-line lg:border-r ${shown('parts')}`}
        >
          {found.fits ? <Parts id={id as WorkflowId} {...found} /> : <Outgrown id={id} reasons={found.reasons} />}
        </section>
        <div className="contents min-h-0 lg:flex lg:flex-col">
          <section aria-label={t('Chat')} className={`min-h-0 grow basis-0 bg-sunken ${shown('chat')}`}>
            <DockedChat id={id} chat={chat} streams={streams} selected={selected} onSelect={select} />
          </section>
          <section
            aria-label={t('Trace')}
            className={`min-h-0 overflow-y-auto border-line p-4 lg:max-h-[45%] lg:border-t ${shown('trace')}`}
          >
            <TracePanel messages={chat.messages} selected={selected} onAgain={chat.busy ? undefined : again} />
          </section>
        </div>
      </div>
    </div>
  )
}

function Outgrown({ id, reasons }: { id: string; reasons: readonly string[] }) {
  return (
    <div className="grid gap-4 p-4">
      <Callout title={t('This agent has outgrown the builder')}>
        <p>{t('Nothing is lost: you can edit it as a workflow, and chat with it here.')}</p>
        <ul className="mt-2 list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Callout>
      <div>
        <LinkButton variant="primary" href={paths.designer(id)}>
          {t('Open as workflow')}
        </LinkButton>
      </div>
    </div>
  )
}
