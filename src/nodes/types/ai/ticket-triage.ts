import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { TICKET_CATEGORIES } from '#nodes/lib/tickets/lexicon.ts'
import { duplicatesOf, PRIORITIES, type TicketText, ticketsIn, triage } from '#nodes/lib/tickets/triage.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST = 1_000
const Category = z.enum(TICKET_CATEGORIES)

const Ticket = z.object({
  id: z.string(),
  subject: z.string().nullable(),
  category: Category,
  also: z.array(Category),
  confidence: z.number(),
  priority: z.enum(PRIORITIES),
  priority_reasons: z.array(z.string()),
  sentiment: z.enum(['negative', 'neutral', 'positive']),
  sentiment_score: z.number(),
  language: z.object({ code: z.string(), name: z.string() }),
  queue: z.string(),
  reply: z.string(),
  /** An earlier ticket of the list that reads alike. */
  duplicate_of: z.object({ id: z.string(), likeness: z.number() }).nullable(),
  evidence: z.array(z.object({ of: z.enum(['category', 'priority']), ...PLACE })),
  ...PLACE,
})

const words = (given: Json | undefined): string =>
  typeof given === 'string' ? given : typeof given === 'number' ? String(given) : ''

/** A list of tickets as one text, so that every word has its place. @throws NodeError `not_a_ticket` */
function fromList(list: readonly Json[]): { document: ParsedDocument; tickets: TicketText[] } {
  let text = ''
  const tickets = list.map((given, index): TicketText => {
    const object = isObject(given) ? given : { body: given }
    const subject = words(object.subject).replace(/\s+/g, ' ').trim()
    const body = (words(object.body) || words(object.text) || words(object.message)).trim()
    const whole = [subject, body].filter(Boolean).join('\n')
    if (whole === '')
      throw new NodeError('not_a_ticket', `Ticket ${index + 1} has neither subject nor body`, { field: 'tickets' })
    const start = text.length
    text += `${whole}\n\n`
    return {
      id: words(object.id) || String(index + 1),
      subject: subject || null,
      subject_end: subject.length,
      start,
      end: start + whole.length,
    }
  })
  return { document: documentFromText(text), tickets }
}

export const ticketTriage = defineNode({
  type: 'ticket_triage',
  version: 1,
  title: 'Triage tickets',
  category: 'ai',
  icon: 'inbox',
  description:
    'Sorts what customers write: category, priority with reasons, sentiment, language (Indian scripts and Hindi in Latin letters), the team, a reply to start from, and whether an earlier ticket says the same. By rules; no model is asked.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    tickets: value(
      'Tickets',
      'A list of {id, subject, body}, or a text or document with one ticket, or several parted by lines of ---. Left out, the input is taken.',
    ),
  }),
  output: z.object({
    tickets: z.array(Ticket),
    summary: z.object({
      count: z.number().int(),
      by_category: z.array(z.object({ category: Category, count: z.number().int() })),
      by_priority: z.array(z.object({ priority: z.enum(PRIORITIES), count: z.number().int() })),
    }),
  }),
  sentence: () => 'Sorts tickets by category and priority',
  timeout_ms: 60_000,
  run(ctx) {
    const given = ctx.config.tickets === undefined ? ctx.input : ctx.config.tickets
    const direct = Array.isArray(given) ? fromList(given) : null
    const document = direct?.document ?? documentFrom(given, null)
    const tickets = direct?.tickets ?? ticketsIn(document.text)
    if (tickets.length > MOST) throw new NodeError('too_many', `At most ${MOST} tickets at once`, { field: 'tickets' })
    const texts = tickets.map(({ start, end }) => document.text.slice(start, end))
    const alike = duplicatesOf(texts)
    const sorted = tickets.map(({ id, subject, subject_end, start, end }, index) => {
      const { evidence, ...found } = triage(texts[index] ?? '', subject_end)
      const same = alike[index] ?? null
      return {
        id,
        subject,
        ...found,
        language: { ...found.language },
        duplicate_of: same === null ? null : { id: tickets[same.index]?.id ?? '', likeness: same.likeness },
        evidence: evidence.map(({ of, ...span }) => ({
          of,
          ...placed(document, { start: start + span.start, end: start + span.end }),
        })),
        ...placed(document, { start, end }),
      }
    })
    const count = <Key extends string>(keys: readonly Key[], of: (one: (typeof sorted)[number]) => Key) =>
      keys.map((key) => ({ key, count: sorted.filter((one) => of(one) === key).length })).filter((one) => one.count > 0)
    return output({
      tickets: sorted,
      summary: {
        count: sorted.length,
        by_category: count(TICKET_CATEGORIES, (one) => one.category).map(({ key, count: many }) => ({
          category: key,
          count: many,
        })),
        by_priority: count(PRIORITIES, (one) => one.priority).map(({ key, count: many }) => ({
          priority: key,
          count: many,
        })),
      },
    })
  },
})
