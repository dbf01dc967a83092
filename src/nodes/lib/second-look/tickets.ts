/** Tickets that the rules could not sort, in any language. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { TICKET_CATEGORIES, type TicketCategory } from '#nodes/lib/tickets/lexicon.ts'
import { REPLIES } from '#nodes/lib/tickets/replies.ts'
import { Quotes } from './quote.ts'
import { BY_MODEL, claims, claimsOf, MOST_CLAIMS, objectsIn, QUOTE, type SecondLookTask } from './task.ts'

/** What is left of a ticket for the model. */
const LONGEST = 2_000

const open = (found: JsonObject) =>
  objectsIn(found.tickets)
    .filter(({ category }) => category === 'other')
    .slice(0, MOST_CLAIMS)

export const tickets: SecondLookTask = {
  title: 'Tickets that no rule sorts',
  ask(found, document) {
    const unsorted = open(found)
    if (unsorted.length === 0) return null
    const texts = unsorted.map(({ id, start, end }) => ({
      id: String(id),
      text: document.text.slice(Number(start), Math.min(Number(end), Number(start) + LONGEST)),
    }))
    return {
      task: 'Say what each ticket is about, with the words of the ticket that decide. Leave out a ticket that fits no category but "other".',
      text: JSON.stringify(texts, null, 1),
      schema: claims({
        id: { enum: unsorted.map(({ id }) => String(id)) },
        category: { enum: TICKET_CATEGORIES.filter((one) => one !== 'other') },
        quote: QUOTE,
      }),
    }
  },
  take(answer, found, document) {
    const quotes = new Quotes(document.text)
    const list = claimsOf<{ id: string; category: TicketCategory; quote: string }>(answer)
    const unsorted = new Set(open(found).map(({ id }) => String(id)))
    let added = 0
    const all = objectsIn(found.tickets).map((ticket): JsonObject => {
      const claim = unsorted.has(String(ticket.id)) ? list.find(({ id }) => id === String(ticket.id)) : undefined
      const span = claim && quotes.place(claim.quote, { start: Number(ticket.start), end: Number(ticket.end) })
      if (!claim || !span) return ticket
      added++
      const { queue, text } = REPLIES[claim.category]
      const evidence = [{ of: 'category', ...placed(document, span) }, ...objectsIn(ticket.evidence)]
      const reply = text.replace('{name}', 'there')
      return { ...ticket, category: claim.category, confidence: BY_MODEL, queue, reply, evidence }
    })
    const by_category = TICKET_CATEGORIES.map((category) => ({
      category,
      count: all.filter((one) => one.category === category).length,
    })).filter(({ count }) => count > 0)
    const data = { ...found, tickets: all, summary: { ...(found.summary as JsonObject), by_category } }
    return { data, added, dropped: list.length - added }
  },
}
