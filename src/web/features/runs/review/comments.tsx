import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { REVIEW_LIMITS } from '#contract/runs/review-queue-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { ShowHidden, ShowRow } from '#web/parts/runs/masked/show-hidden.tsx'
import { useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { commentsQuery } from './review-queries.ts'

/** What people say about a document. A name after an @ tells that person. */
export function Comments({ id }: { id: ExecutionId }) {
  const { data } = useQuery(commentsQuery(id))
  useFresh('listRunComments', useUser()?.workspace !== undefined)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const people = data?.people ?? []
  const reveal = useReveal({
    rows: data?.items ?? [],
    idOf: (comment) => comment.id,
    fields: ['text'],
    ask: async (asked) => (await call('listRunComments', { params: { id }, query: asked })).items,
  })
  const send = useAction(async () => {
    const mentions = people.filter(({ name }) => text.includes(`@${name}`)).map((person) => person.id)
    await call('addRunComment', {
      params: { id },
      body: { text: text.trim(), mentions: mentions.slice(0, REVIEW_LIMITS.mentions) },
    })
    setText('')
    await refresh('listRunComments', 'listReviewQueue')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void send.run()
  }
  const mention = (name: string) => {
    setText((known) => `${known}${known === '' || known.endsWith(' ') ? '' : ' '}@${name} `)
    field.current?.focus()
  }
  return (
    <section aria-labelledby="comments" className="surface-card grid gap-3 p-4">
      <h2 id="comments" className="font-semibold text-base">
        {t('Comments')}
      </h2>
      <ShowHidden reveal={reveal} />
      {reveal.rows.length > 0 && (
        <ul className="grid gap-2.5">
          {reveal.rows.map((comment) => (
            <li key={comment.id} className="grid gap-0.5">
              <span className="flex flex-wrap gap-x-2 text-muted text-xs">
                <bdi className="font-medium text-ink">{comment.author?.name ?? t('A former member')}</bdi>
                <RelativeTime time={comment.at} />
                {reveal.canShow(comment) && (
                  <ShowRow
                    label={t('Show the comment of {name}', { name: comment.author?.name ?? t('A former member') })}
                    onShow={() => reveal.show(comment)}
                  />
                )}
              </span>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                <MaskedText text={comment.text} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="grid gap-2">
        <TextArea
          ref={field}
          label={t('Add a comment')}
          rows={2}
          maxLength={REVIEW_LIMITS.comment_chars}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" disabled={text.trim() === ''} busy={send.busy && t('Sending...')}>
            {t('Comment')}
          </Button>
          {people.slice(0, 12).map((person) => (
            <Button key={person.id} size="sm" variant="ghost" onClick={() => mention(person.name)}>
              @{person.name}
            </Button>
          ))}
        </div>
      </form>
    </section>
  )
}
