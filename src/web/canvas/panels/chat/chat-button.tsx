import { MessagesSquare } from 'lucide-react'
import { chatTriggerOf } from '#graph/custom-agent/read-agent.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** For a workflow that starts with a chat message: a chat with its draft. */
export function ChatButton() {
  const view = useView()
  const panel = useStore(view.panel)
  const chats = usePart(useDraft().document, (document) => chatTriggerOf(document) !== undefined)
  if (!chats) return null
  return (
    <Button
      size="sm"
      icon={<MessagesSquare aria-hidden="true" />}
      aria-expanded={panel === 'chat'}
      onClick={() => view.panel.set(panel === 'chat' ? null : 'chat')}
    >
      {t('Chat')}
    </Button>
  )
}
