import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { InboxChat, InboxMessage } from '#contract/services/inbox.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { DeleteChat } from '#web/parts/runs/chat/delete-chat.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Spin } from '#web/ui/spinner.tsx'
import { visitorName } from './chat-texts.ts'
import { MESSAGES_PAGE } from './inbox-queries.ts'

/** What was said, oldest first. */
async function readAll(id: ConversationId): Promise<InboxMessage[]> {
  const messages = new Map<string, InboxMessage>()
  for (let offset = 0; ; offset += MESSAGES_PAGE) {
    const { items, total } = await call('listInboxMessages', {
      params: { id },
      query: { limit: MESSAGES_PAGE, offset },
    })
    for (const one of items) messages.set(one.id, one)
    if (items.length === 0 || offset + items.length >= total) return [...messages.values()].toReversed()
  }
}

/** What people may ask for under data protection law: a copy of their chat, and that they are erased. */
export function VisitorData({ chat, back }: { chat: InboxChat; back: string }) {
  const { id } = chat
  const navigate = useNavigate()
  const [erasing, setErasing] = useState(false)
  const save = useAction(async () => {
    const text = JSON.stringify({ chat, messages: await readAll(id) }, null, 2)
    saveFile(`chat-${id}.json`, new Blob([text]), 'application/json')
  })
  return (
    <>
      {save.error !== null && (
        <p role="alert" className="text-bad text-base">
          {friendly(save.error)}
        </p>
      )}
      <IconButton label={t('Download chat')} size="sm" onClick={() => void save.run()}>
        {save.busy ? <Spin /> : <Download aria-hidden="true" />}
      </IconButton>
      <DeleteChat
        id={id}
        onDeleted={() => {
          void navigate(back, { replace: true })
          return refresh('listInbox', 'getInboxSummary')
        }}
      />
      <IconButton label={t('Erase {name}', { name: visitorName(chat) })} size="sm" onClick={() => setErasing(true)}>
        <UserX aria-hidden="true" />
      </IconButton>
      {erasing && <Erase chat={chat} back={back} onClose={() => setErasing(false)} />}
    </>
  )
}

function Erase({ chat, back, onClose }: { chat: InboxChat; back: string; onClose: () => void }) {
  const navigate = useNavigate()
  const erase = useAction(async () => {
    await call('eraseInboxVisitor', { params: { id: chat.id } })
    void navigate(back, { replace: true })
    await refresh('listInbox', 'getInboxSummary')
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Erase {name}?', { name: visitorName(chat) })}
      keep={t('Cancel')}
      act={t('Erase')}
      busy={erase.busy && t('Erasing...')}
      onAct={() => void erase.run()}
      failure={erase.error !== null && friendly(erase.error)}
    >
      <p>
        {t(
          'Their address, chats, messages and files are deleted, and the input and output of the runs that answered them.',
        )}
      </p>
    </ConfirmDialog>
  )
}
