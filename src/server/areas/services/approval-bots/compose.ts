/** What a message about an approval says: exactly what is asked and can be decided there, or where to read it, or how it ended. */
import type { Json } from '#contract/core/primitives.ts'
import { joined, type Phrase, say } from '#contract/phrases/phrases.ts'
import { APPROVAL_BOTS } from '#contract/services/approval-bot-values.ts'
import type { AskedApproval } from '#server/areas/runs/runs.ts'
import { isObject } from '#shared/json.ts'
import type { Language } from '#shared/language.ts'
import type { ShownMessage } from './kind.ts'
import type { Said } from './messages.store.ts'

const HEADING_CHARS = 300

type Plain = string | number | boolean | null
const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

function plainText(value: Plain, language: Language): string {
  if (value === null) return '—'
  if (typeof value === 'boolean') return say(value ? 'Yes' : 'No')[language]
  return String(value)
}

/** As the page of the approval shows it: a text, values by their names, or what the run has. */
function detailsText(details: Json, language: Language): string {
  if (details === null) return ''
  if (typeof details === 'string') return details
  const values = isObject(details) ? Object.entries(details) : []
  if (values.length > 0 && values.every(([, value]) => isPlain(value)))
    return values.map(([name, value]) => `${name}: ${plainText(value as Plain, language)}`).join('\n')
  return JSON.stringify(details, null, 2)
}

export interface Reader {
  /** Of the message. */
  id: string
  language: Language
  publicUrl: string
  /** Whether the message still has a reader who may be told what is asked. */
  isConnected: boolean
}

interface Composed {
  message: ShownMessage
  said: Said
}

const GONE = say('This approval no longer exists.')

/** How it ended; null while it can be answered. */
export function endOf(approval: AskedApproval | null): Phrase | null {
  if (approval === null) return GONE
  const { is_answered, is_over, approved, answered_by_name: person } = approval
  if (is_answered && person === null) return approved ? say('Approved.') : say('Rejected.')
  if (is_answered) return say(approved ? 'Approved by {person}.' : 'Rejected by {person}.', { person: person ?? '' })
  return is_over ? say('This can’t be answered any more: its time is over, or the run has ended.') : null
}

function askedBy({ asked_by, workspace }: AskedApproval): Phrase {
  const name = asked_by ?? say('A workflow')
  return workspace === null
    ? say('Asked by {name}.', { name })
    : say('Asked by {name} in {workspace}.', { name, workspace })
}

export const urlOf = (
  publicUrl: string,
  { within, execution_id }: Pick<AskedApproval, 'within' | 'execution_id'>,
): string => `${publicUrl}${within}/runs/${execution_id}`

export function compose(approval: AskedApproval | null, { id, language, publicUrl, isConnected }: Reader): Composed {
  const inWords = (phrase: Phrase) => phrase[language]
  if (approval === null) {
    const message = { heading: inWords(GONE), details: '', notes: [], decide: null, open: null }
    return { message, said: { is_masked: true, has_buttons: false, is_closed: true } }
  }
  const { question, is_masked } = approval
  const nameless = say('{name} asks for an approval', { name: approval.asked_by ?? say('A workflow') })
  // Services outside take no message without words.
  const title = question?.title?.trim() || null
  const open = { label: inWords(say('Open')), url: urlOf(publicUrl, approval) }
  const end = endOf(approval) ?? (isConnected ? null : say('You no longer get approvals here.'))
  if (end !== null) {
    const heading = title === null || title.length > HEADING_CHARS || !isConnected ? inWords(nameless) : title
    const message = { heading, details: '', notes: [inWords(end)], decide: null, open }
    return { message, said: { is_masked: is_masked || !isConnected, has_buttons: false, is_closed: true } }
  }
  const details = question === null ? '' : detailsText(question.details, language)
  const isLong = details.length > APPROVAL_BOTS.details_chars || (title?.length ?? 0) > HEADING_CHARS
  const isShown = question !== null && !isLong
  const why = is_masked
    ? say('Personal data is hidden in messages. Open it to read and decide.')
    : say('It’s too long to show here. Open it to read and decide.')
  const message: ShownMessage = {
    heading: isShown ? (title ?? inWords(nameless)) : inWords(nameless),
    details: isShown ? details : '',
    notes: [inWords(isShown ? askedBy(approval) : joined([askedBy(approval), why], ' '))],
    decide: isShown ? { id, approve: inWords(say('Approve')), reject: inWords(say('Reject')) } : null,
    open,
  }
  return { message, said: { is_masked: !isShown || is_masked, has_buttons: isShown, is_closed: false } }
}

/** A few words that ask nothing. */
export const wordsAlone = (words: string): ShownMessage => ({
  ...{ heading: words, details: '', notes: [], decide: null, open: null },
})

/** A message that leads somewhere. */
export const wordsWithLink = (words: Phrase, url: string, language: Language): ShownMessage => ({
  ...{ ...wordsAlone(words[language]), open: { label: say('Open')[language], url } },
})
