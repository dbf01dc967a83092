import { type FormEvent, useState } from 'react'
import type { PublicChat } from '#contract/services/chats.ts'
import { t } from '#web/lib/language.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ChatClient } from './chat-client.ts'
import { wordsFor } from './words-for.ts'

/** In front of a page that is not open to everyone. */
export function Doorstep({ client, chat, onEntered }: { client: ChatClient; chat: PublicChat; onEntered: () => void }) {
  return (
    <div className="grid grow place-content-center p-6">
      <div className="grid w-80 max-w-full gap-4">
        <h1 className="font-semibold text-xl">{chat.title}</h1>
        {chat.access === 'members' ? (
          <>
            <p>{t('Sign in to open this chat.')}</p>
            <LinkButton variant="primary" href={`/login?next=${encodeURIComponent(location.pathname)}`}>
              {t('Sign in')}
            </LinkButton>
          </>
        ) : (
          <Password client={client} onEntered={onEntered} />
        )}
      </div>
    </div>
  )
}

function Password({ client, onEntered }: { client: ChatClient; onEntered: () => void }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    try {
      await client.enter(password)
      onEntered()
    } catch (failure) {
      setError(wordsFor(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" variant="primary" busy={busy && t('Opening...')}>
        {t('Open chat')}
      </Button>
    </form>
  )
}
