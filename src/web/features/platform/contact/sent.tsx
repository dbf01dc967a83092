import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'

interface SentMessage {
  reference: string
  email: string
}

/** What the navigation after sending carries: a reload still shows it. */
export function readSentMessage(state: unknown): SentMessage | null {
  if (typeof state !== 'object' || state === null) return null
  const { reference, email } = state as Partial<Record<keyof SentMessage, unknown>>
  return typeof reference === 'string' && typeof email === 'string' ? { reference, email } : null
}

export function Sent({ reference, email }: SentMessage) {
  const { pathname, search } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="grid gap-4">
      <div className="grid gap-2">
        <CircleCheck aria-hidden="true" className="size-8 text-good" />
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('We’ve received your message')}
        </h2>
        <p className="break-words text-muted">
          {fill(
            t(
              'We’ll reply by email to {email}. Please mention this reference if you write about the same matter again.',
              { email: '{email}' },
            ),
            { email: <bdi className="text-ink">{email}</bdi> },
          )}
        </p>
      </div>
      <CodeBlock label={t('Reference')} code={reference} />
      <div>
        <LinkButton href={pathname + search}>{t('Write another message')}</LinkButton>
      </div>
    </Card>
  )
}
