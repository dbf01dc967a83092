/** What an entry of a record says, in sentences. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { joined, type Phrase, type PhraseText, say, translated, verbatim } from '#contract/phrases/phrases.ts'
import type { RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import type { RecordKind, RecordWithheld } from '#contract/runs/run-record-values.ts'
import { isObject } from '#shared/json.ts'

export interface Told {
  kind: RecordKind
  facts: JsonObject
  content: JsonObject | null
  withheld: RecordWithheld | null
}

const text = (value: Json | undefined): string => (value === null || value === undefined ? '' : String(value))
const list = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(text) : [])
const some = (phrase: Phrase | null): Phrase[] => (phrase === null ? [] : [phrase])

const STATUSES = {
  succeeded: 'The run finished.',
  failed: 'The run failed.',
  cancelled: 'The run was cancelled.',
} as const satisfies Record<string, PhraseText>

const VERDICTS = {
  accepted: 'Accepted “{label}”.',
  edited: 'Changed “{label}” to “{value}”.',
  rejected: 'Rejected “{label}”.',
  none: 'Took back the decision about “{label}”.',
} as const satisfies Record<string, PhraseText>

const BEFORE = {
  accepted: 'Before: accepted.',
  edited: 'Before: changed to “{value}”.',
  rejected: 'Before: rejected.',
  none: 'Before: no decision.',
} as const satisfies Record<string, PhraseText>

const WAYS = {
  signed_in: 'Opened the result.',
  api_key: 'Opened the result with an API key.',
  run_token: 'Opened the result without an account.',
} as const satisfies Record<string, PhraseText>

const READINGS = {
  first: 'Finished the first reading: {decided} of {findings} findings decided.',
  second: 'Finished the second reading: {decided} of {findings} findings decided.',
  final: 'Settled the two readings: {decided} of {findings} findings decided.',
} as const satisfies Record<string, PhraseText>

const ACCEPTED = {
  said: 'Accepted the result, so it was charged.',
  sign_off: 'The sign-off accepted the result, so it was charged.',
  silence: 'Nobody rejected the result in time, so it was accepted and charged.',
  closing: 'The account that pays was deleted, so the result was accepted and charged.',
} as const satisfies Record<string, PhraseText>

const DECIDED_WITH: Readonly<Record<string, PhraseText>> = {
  api: 'With an API key.',
  batch: 'With others of its batch.',
}

const REJECTED_FOR = {
  wrong: 'The result is wrong',
  incomplete: 'Something is missing',
  unreadable: 'It couldn’t read the document',
  not_as_described: 'It isn’t what the listing describes',
  other: 'Another reason',
} as const satisfies Record<RejectReason, PhraseText>

const WITHHELD = {
  deleted: 'The details were deleted with the content of the run.',
  second_reading: 'The details are shown when both readings are finished.',
} as const satisfies Record<RecordWithheld, PhraseText>

function pick<T extends Record<string, PhraseText>>(texts: T, key: string, otherwise: keyof T): T[keyof T] {
  return (Object.hasOwn(texts, key) ? texts[key] : texts[otherwise]) as T[keyof T]
}

function started({ agent, service, workflow, version, made_from }: JsonObject, content: JsonObject | null): Phrase[] {
  const name = text(agent) || text(workflow)
  const number = Number(version)
  const what =
    version === null
      ? say('Started a run of {name}.', { name })
      : number < 0
        ? say('Started a run of the draft of {name}.', { name })
        : say('Started a run of {name}, version {version}.', { name, version: number })
  return [
    what,
    ...(service === null ? [] : [say('Service: {service}.', { service: text(service) })]),
    ...(text(content?.document) === '' ? [] : [say('Document: {document}', { document: text(content?.document) })]),
    ...(made_from === null ? [] : [say('Made from run {run}.', { run: text(made_from) })]),
  ]
}

function ended({ status, models }: JsonObject): Phrase[] {
  const names = list(models)
  return [
    say(pick(STATUSES, text(status), 'failed')),
    names.length === 0 ? say('No AI model was used.') : say('AI models used: {models}.', { models: names.join(', ') }),
  ]
}

function decided(content: JsonObject | null): Phrase[] {
  if (content === null) return [say('Decided about a finding.')]
  const { label, verdict, value, reason, before } = content
  const earlier = isObject(before) ? before : null
  const was = pick(BEFORE, text(earlier?.verdict) || 'none', 'none')
  return [
    say(pick(VERDICTS, text(verdict) || 'none', 'none'), { label: text(label), value: text(value) }),
    ...(earlier === null ? [say('Before: as the agent found it.')] : [say(was, { value: text(earlier.value) })]),
    ...(text(reason) === '' ? [] : [say('Reason: {reason}', { reason: text(reason) })]),
  ]
}

function signedOff({ revision, reading, decided: count, findings, closed }: JsonObject): Phrase {
  const numbers = { decided: text(count), findings: text(findings) }
  if (closed === true)
    return say('Signed off revision {revision}: {decided} of {findings} findings decided.', {
      ...numbers,
      revision: text(revision),
    })
  return say(pick(READINGS, text(reading), 'first'), numbers)
}

const OUTSIDE = { slack: 'Answered in Slack.', telegram: 'Answered in Telegram.' } as const satisfies Record<
  string,
  PhraseText
>

function answered({ type, answer, approved, by_link, way }: JsonObject, content: JsonObject | null): Phrase[] {
  const title = text(content?.title)
  const what =
    answer === 'timeout'
      ? say('Nobody answered “{title}” in time.', { title })
      : type === 'form'
        ? say('Answered the form “{title}”.', { title })
        : approved === true
          ? say('Approved “{title}”.', { title })
          : say('Rejected the approval “{title}”.', { title })
  const recipient = text(content?.recipient)
  return [
    what,
    ...(Object.hasOwn(OUTSIDE, text(way)) ? [say(pick(OUTSIDE, text(way), 'slack'))] : []),
    ...(by_link === true && recipient !== '' ? [say('By a link for {recipient}.', { recipient })] : []),
    ...(text(content?.comment) === '' ? [] : [say('Comment: {comment}', { comment: text(content?.comment) })]),
  ]
}

const decidedWith = (way: string): Phrase[] => {
  const words = DECIDED_WITH[way]
  return words === undefined ? [] : [translated(words)]
}

const rejected = ({ way, reason }: JsonObject, content: JsonObject | null): Phrase[] => [
  say('Rejected the result, so it was not charged.'),
  ...decidedWith(text(way)),
  say('Reason: {reason}', { reason: translated(pick(REJECTED_FOR, text(reason), 'other')) }),
  ...some(text(content?.note) === '' ? null : say('Comment: {comment}', { comment: text(content?.note) })),
]

/** A workspace by its name; who owns a personal account is not named. */
const placeOf = (name: Json | undefined): Phrase =>
  text(name) === '' ? say('a personal account') : verbatim(text(name))

const FORMATS: Readonly<Record<string, string>> = { csv: 'CSV', pdf: 'PDF', docx: 'Word', json: 'JSON' }
const format = ({ format: name }: JsonObject): string => FORMATS[text(name)] ?? text(name)

function exported(facts: JsonObject): Phrase {
  if (facts.what === 'batch')
    return text(facts.reveal_reason) === ''
      ? say('Exported the results of its batch as {format}.', { format: format(facts) })
      : say('Exported the results of its batch as {format}, with personal data. Reason: {reason}', {
          ...{ format: format(facts), reason: text(facts.reveal_reason) },
        })
  if (facts.what === 'redacted file') return say('Downloaded a redacted file with changes.')
  return say('Exported the result as {format}.', { format: format(facts) })
}

const SENTENCES: Record<RecordKind, (facts: JsonObject, content: JsonObject | null) => Phrase[]> = {
  started,
  ended,
  opened: ({ way, as, in: place }) => [
    as === 'seller'
      ? say('Opened the shared run as the seller of its agent.')
      : place === 'chat'
        ? say('Read the result in a chat.')
        : say(pick(WAYS, text(way), 'signed_in')),
  ],
  decided: (_facts, content) => decided(content),
  signed_off: (facts) => [signedOff(facts)],
  reopened: ({ revision }) => [say('Reopened the document. Revision {revision} began.', { revision: text(revision) })],
  asked_by_link: ({ mailed }, content) => {
    const recipient = text(content?.recipient)
    if (recipient === '') return [say('Made a link to an approval.')]
    return [
      mailed === true
        ? say('Mailed a link to an approval to {recipient}.', { recipient })
        : say('Made a link to an approval for {recipient}.', { recipient }),
    ]
  },
  answered,
  shared: () => [say('Shared the run with the seller of its agent.')],
  share_ended: () => [say('Stopped sharing the run with the seller of its agent.')],
  exported: (facts) => [exported(facts)],
  record_downloaded: (facts) => [say('Downloaded this record as {format}.', { format: format(facts) })],
  revealed: ({ reason }) => [
    say('An admin of this installation opened the content.'),
    ...some(text(reason) === '' ? null : say('Reason: {reason}', { reason: text(reason) })),
  ],
  unmasked: ({ reason }) => [
    say('Showed personal data in a list that masks it.'),
    ...some(text(reason) === '' ? null : say('Reason: {reason}', { reason: text(reason) })),
  ],
  link_withdrawn: (_facts, content) => {
    const recipient = text(content?.recipient)
    return [
      recipient === ''
        ? say('Withdrew a link to an approval.')
        : say('Withdrew a link to an approval for {recipient}.', { recipient }),
    ]
  },
  claimed: () => [say('Took the run of a visitor into an account.')],
  result_accepted: ({ way }) => [say(pick(ACCEPTED, text(way), 'said')), ...decidedWith(text(way))],
  result_rejected: rejected,
  moved: ({ from, to }) => [say('Moved the run from {from} to {to}.', { from: placeOf(from), to: placeOf(to) })],
}

export const sentencesOf = ({ kind, facts, content, withheld }: Told): Phrase[] => [
  ...SENTENCES[kind](facts, content),
  ...(withheld === null ? [] : [say(WITHHELD[withheld])]),
]

/** In one paragraph. */
export const paragraphOf = (told: Told): Phrase => joined(sentencesOf(told), ' ')

/** Who an entry is about, where it is nobody with an account. */
export function nobodyOf({ kind, facts }: Told, isDeleted: boolean): Phrase {
  if (isDeleted) return say('A deleted account')
  if (kind === 'ended' || kind === 'result_accepted' || facts.answer === 'timeout') return verbatim('Chowk')
  if (facts.by_link === true) return say('The holder of a link')
  return say('A visitor')
}
