import { RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MailId, OutboxMessage } from '#contract/admin/outbox.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Link } from '#web/ui/link.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { MailStatus } from './mail-status.tsx'
import { mailQuery } from './outbox-address.ts'

const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)

/** One message as its reader sees it, and its links to be copied. */
export function OpenMail({ id, close }: { id: MailId; close: string }) {
  const mail = useData(mailQuery(id))
  useFresh('getOutboxMail', mail.status === 'queued' && mail.next_attempt_at !== null)
  const links = [...new Set(mail.text.match(LINK))]
  return (
    <Card as="section" aria-label="Message" className="grid grid-cols-[minmax(0,1fr)] gap-4 max-xl:order-first">
      <header className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words text-lg">
          <bdi>{mail.subject || '(no subject)'}</bdi>
        </h2>
        <Link
          href={close}
          aria-label="Close the message"
          className="inline-grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </Link>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Fact name="To">
          <bdi>{mail.to}</bdi>
        </Fact>
        {mail.reply_to && (
          <Fact name="Answers go to">
            <bdi>{mail.reply_to}</bdi>
          </Fact>
        )}
        <Fact name="Created">{formatExactTime(mail.created_at)}</Fact>
        <Fact name="State">
          <MailStatus mail={mail} />
        </Fact>
        <Attempts mail={mail} />
      </dl>
      <Again mail={mail} />
      <div className="border-line border-t pt-4">
        <PlainText text={mail.text} className="[unicode-bidi:plaintext]" />
      </div>
      {links.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-base">{links.length === 1 ? 'Link' : 'Links'}</h3>
          {links.map((link) => (
            <CodeBlock key={link} label="Link" code={link} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Attempts({ mail: { attempts, sent_at, next_attempt_at, last_error } }: { mail: OutboxMessage }) {
  return (
    <>
      {sent_at && <Fact name="Sent">{formatExactTime(sent_at)}</Fact>}
      {attempts > 0 && <Fact name="Attempts">{attempts}</Fact>}
      {attempts > 0 && next_attempt_at && (
        <Fact name="Next attempt">
          <RelativeTime time={next_attempt_at} />
        </Fact>
      )}
      {last_error && <Fact name="The mail server said">{last_error}</Fact>}
    </>
  )
}

function Again({ mail: { id, status, abilities } }: { mail: OutboxMessage }) {
  const { busy, error, run } = useAction(async () => {
    await call('retryOutboxMail', { params: { id } })
    await refresh('listOutbox', 'getOutboxMail')
  })
  if (status === 'sent') return null
  return (
    <div className="grid gap-2">
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      <div>
        <Button
          icon={<RotateCw aria-hidden="true" />}
          busy={busy && 'Sending...'}
          reason={abilities.retry.reason ?? undefined}
          onClick={() => void run()}
        >
          Send now
        </Button>
      </div>
    </div>
  )
}
