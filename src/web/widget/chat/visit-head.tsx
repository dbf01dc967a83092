import { History, MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { VisitorConversation } from '#contract/services/chats.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { ChatClient } from './chat-client.ts'

interface Props {
  client: ChatClient
  title: string
  framed: boolean
  /** The conversation that is open. */
  current: string
  /** Goes up with each message: the list of conversations may have changed. */
  sent: number
  /** Whether the visitor has come in. */
  isIn: boolean
  /** Null: a new one. */
  onOpen: (id: string | null) => void
}

/** The title, the visitor’s earlier conversations, and a new one. */
export function VisitHead({ title, framed, onOpen, ...more }: Props) {
  const Title = framed ? 'h2' : 'h1'
  return (
    <header className="border-line border-b bg-surface">
      {!framed && <title>{title}</title>}
      <div className="mx-auto flex min-h-12 w-full max-w-3xl items-center gap-2 px-4 py-1.5">
        <Title className="min-w-0 grow truncate font-semibold text-lg">{title}</Title>
        <Earlier {...more} onOpen={onOpen} />
        <IconButton label={t('New chat')} onClick={() => onOpen(null)}>
          <MessageSquarePlus aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  )
}

function Earlier({ client, current, sent, isIn, onOpen }: Omit<Props, 'title' | 'framed'>) {
  const [items, setItems] = useState<readonly VisitorConversation[]>([])
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after a message, and when it is opened
  useEffect(() => {
    if (!isIn) return
    client
      .call('listVisitorConversations', { query: {} })
      .then((found) => setItems(found.items))
      .catch(() => undefined)
  }, [client, sent, open, isIn])
  useEffect(() => {
    if (!open) return
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onOutside)
    return () => document.removeEventListener('pointerdown', onOutside)
  }, [open])
  if (items.length === 0 || (items.length === 1 && items[0]?.id === current)) return null
  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what was opened in it
    <div
      ref={place}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        close()
      }}
    >
      <IconButton label={t('Your chats')} aria-expanded={open} onClick={() => setOpen(!open)}>
        <History aria-hidden="true" />
      </IconButton>
      {open && (
        <ul
          aria-label={t('Your chats')}
          className="absolute top-full right-0 z-10 max-h-80 w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded border border-line bg-surface p-1 shadow-card"
        >
          {items.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current ? 'true' : undefined}
                onClick={() => {
                  onOpen(id)
                  close()
                }}
                className={`w-full truncate rounded px-3 py-2 text-left hover:bg-hover ${id === current ? 'font-medium' : ''}`}
              >
                <bdi>{title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
