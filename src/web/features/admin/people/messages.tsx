import type { Person } from '#contract/admin/people.ts'
import { CONTACT_TOPICS, TOPIC_NAMES } from '#contract/platform/contact-topics.ts'
import { q } from '#web/api/query.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type PersonState, personPath, SIZE, sliceOf } from './person-address.ts'
import { Section } from './section.tsx'

const topicName = (topic: string): string => {
  const known = CONTACT_TOPICS.find((one) => one === topic)
  return known ? TOPIC_NAMES[known] : topic
}

/** What they wrote through the contact form. The answers went by mail. */
export const Messages = ({ person: { id }, state }: { person: Person; state: PersonState }) => (
  <Section title="Messages to support" query={q('listPersonMessages', { params: { id }, query: sliceOf(state.page) })}>
    {({ items, total }) => (
      <>
        {items.length === 0 && <p className="text-muted">No messages yet.</p>}
        <ul className="grid gap-3">
          {items.map((message) => (
            <li key={message.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 surface-card p-4">
              <p className="flex flex-wrap gap-x-3 text-muted text-base">
                <span className="font-medium text-ink">{topicName(message.topic)}</span>
                <span>{message.reference}</span>
                <RelativeTime time={message.created_at} />
              </p>
              <PlainText text={message.message} className="[unicode-bidi:plaintext]" />
            </li>
          ))}
        </ul>
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => personPath({ ...state, page })} />
      </>
    )}
  </Section>
)
