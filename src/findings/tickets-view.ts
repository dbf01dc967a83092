/** The view of sorted tickets: the most urgent first, with the words that decided, and a reply to start from. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Finding, type Tone, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placesOf, stringOf, stringsOf } from './result.ts'

const PRIORITIES = ['urgent', 'high', 'normal', 'low']
const TONES: Record<string, Tone> = {
  urgent: 'bad',
  high: 'warn',
  normal: 'neutral',
  low: 'neutral',
  negative: 'warn',
  positive: 'good',
}

function ticketFinding(ticket: JsonObject): Finding {
  const priority = stringOf(ticket.priority) ?? 'normal'
  const mood = stringOf(ticket.sentiment) ?? 'neutral'
  const language = stringOf(objectOf(ticket.language).name)
  const twin = stringOf(objectOf(ticket.duplicate_of).id)
  const reasons = stringsOf(ticket.priority_reasons)
  const also = stringsOf(ticket.also)
  return {
    id: `ticket:${stringOf(ticket.id)}`,
    label: words(stringOf(ticket.category) ?? 'other'),
    title: [`#${stringOf(ticket.id)}`, stringOf(ticket.subject), `to ${stringOf(ticket.queue)}`]
      .filter(Boolean)
      .join(' · '),
    badges: [
      { text: words(priority), tone: TONES[priority] ?? 'neutral' },
      ...(mood === 'neutral' ? [] : [{ text: words(mood), tone: TONES[mood] ?? 'neutral' }]),
      ...(language !== null && language !== 'English' ? [{ text: language, tone: 'neutral' as const }] : []),
      ...(twin === null ? [] : [{ text: `Like #${twin}`, tone: 'warn' as const }]),
    ],
    confidence: numberOf(ticket.confidence),
    notes: [
      reasons.length > 0 ? `${words(priority)} because of: ${reasons.join(', ')}.` : '',
      also.length > 0 ? `Maybe also: ${also.map((name) => words(name).toLowerCase()).join(', ')}.` : '',
    ].filter(Boolean),
    places: placesOf(objectsOf(ticket.evidence).length > 0 ? objectsOf(ticket.evidence) : [ticket]),
  }
}

const replyFinding = (ticket: JsonObject): Finding => ({
  id: `reply:${stringOf(ticket.id)}`,
  label: `#${stringOf(ticket.id)} ${stringOf(ticket.subject) ?? words(stringOf(ticket.category) ?? '')}`.trim(),
  title: null,
  badges: [],
  confidence: null,
  notes: [stringOf(ticket.reply) ?? ''].filter(Boolean),
  places: placesOf([ticket]),
})

export const ticketsView: View = ({ data }) => {
  const tickets = objectsOf(data.tickets)
  const summary = objectOf(data.summary)
  const rows = objectsOf(summary.by_category).map((one) => [
    words(stringOf(one.category) ?? ''),
    String(numberOf(one.count) ?? 0),
  ])
  return [
    {
      key: 'tickets',
      label: t('Tickets {count}', { count: String(tickets.length) }),
      sections: PRIORITIES.flatMap((priority) => {
        const own = tickets.filter((ticket) => ticket.priority === priority)
        return own.length === 0 ? [] : [{ title: words(priority), findings: own.map(ticketFinding) }]
      }),
    },
    {
      key: 'replies',
      label: t('Replies'),
      sections: [
        {
          title: null,
          help: t('Drafts only. Nothing is sent.'),
          findings: tickets.map(replyFinding),
          empty: t('No tickets to answer.'),
        },
      ],
    },
    {
      key: 'summary',
      label: t('Summary'),
      sections: [
        {
          title: t('By category'),
          ...(rows.length > 0 && { table: { header: [t('Category'), t('Tickets')], rows } }),
          findings: [],
          empty: t('No tickets.'),
        },
      ],
    },
  ]
}
