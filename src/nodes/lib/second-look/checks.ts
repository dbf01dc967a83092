/** Checks of an agreement for which the rules found nothing: a passage to read, never a verdict. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { Quotes } from './quote.ts'
import { claims, claimsOf, objectsIn, QUOTE, readable, type SecondLookTask } from './task.ts'

export const checks: SecondLookTask = {
  title: 'Checks that found nothing',
  ask(found, document) {
    const open = objectsIn(found.checks).filter(({ status }) => status === 'missing')
    if (open.length === 0) return null
    const list = open.map(({ check, title }) => `- ${check}: ${title}`).join('\n')
    return {
      task: `Find the passage of the agreement that speaks of each of these points. Leave a point out when the agreement says nothing of it. The points:\n${list}`,
      text: readable(document),
      schema: claims({ check: { enum: open.map(({ check }) => check ?? null) }, quote: QUOTE }),
    }
  },
  take(answer, found, document) {
    const quotes = new Quotes(document.text)
    const list = claimsOf<{ check: string; quote: string }>(answer)
    let added = 0
    const all = objectsIn(found.checks).map((one): JsonObject => {
      const places = list.flatMap(({ check, quote }) => {
        const span = check === one.check && one.status === 'missing' ? quotes.place(quote) : null
        return span === null ? [] : [placed(document, span)]
      })
      added += places.length
      if (places.length === 0) return one
      return {
        ...one,
        status: 'attention',
        reason: 'A language model found words on this point; read whether they say enough.',
        places,
      }
    })
    const count = (status: string) => all.filter((one) => one.status === status).length
    const summary = { ok: count('ok'), attention: count('attention'), missing: count('missing') }
    return { data: { ...found, checks: all, summary }, added, dropped: list.length - added }
  },
}
