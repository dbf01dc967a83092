/** What an entry of the activity says, in sentences. Entries of records say what the record says. */
import { countryName } from '#contract/core/countries.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { inEach, type Phrase, type PhraseText, say, translated, verbatim } from '#contract/phrases/phrases.ts'
import { sentencesOf } from '#server/areas/runs/run-records/record-words.ts'
import { isObject } from '#shared/json.ts'
import type { ActivityRow } from './activity.store.ts'

const ACTIONS: Readonly<Record<string, PhraseText>> = {
  'workspace.create': 'Created the workspace.',
  'workspace.update': 'Renamed the workspace.',
  'workspace.invite': 'Invited a person.',
  'workspace.withdraw_invitation': 'Withdrew an invitation.',
  'workspace.join': 'Joined the workspace.',
  'workspace.leave': 'Left the workspace.',
  'workspace.remove': 'Removed a person.',
  'workspace.set_role': 'Changed the role of a person.',
  'workspace.set_cap': 'Changed the spending limit of a member.',
  'workspace.add_domain': 'Added a domain.',
  'workspace.prove_domain': 'Proved a domain.',
  'workspace.remove_domain': 'Removed a domain.',
  'workspace.lose_domain': 'The proof of a domain was lost.',
  'workspace.save_sign_on': 'Set up sign-on.',
  'workspace.remove_sign_on': 'Turned off sign-on.',
  'workspace.set_session_limits': 'Changed the session limits.',
  'data_policy.change': 'Changed the data policy.',
  'approval_bot.connect': 'Connected a bot for approvals.',
  'approval_bot.disconnect': 'Disconnected a bot for approvals.',
  'test_case.make': 'Made a test case of a run.',
  'execution.delete': 'Deleted a run.',
  'conversation.delete': 'Deleted a chat.',
  'file.delete': 'Deleted a document.',
  'personal_data.reveal': 'Showed personal data in a list that masks it.',
  'activity.export': 'Exported the activity.',
  'transfer.offer': 'Offered things to another account.',
  'transfer.accept': 'Accepted what another account offered. It moved.',
  'transfer.decline': 'Declined what another account offered.',
  'transfer.cancel': 'Withdrew an offer to another account.',
  'transfer.move': 'Moved things to another account.',
}

const ROLES: Readonly<Record<string, PhraseText>> = {
  owner: 'Owner',
  admin: 'Admin',
  builder: 'Builder',
  reviewer: 'Reviewer',
  member: 'Member',
  billing: 'Billing',
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const roleOf = (value: unknown): Phrase | null => {
  const words = Object.hasOwn(ROLES, text(value)) ? ROLES[text(value)] : undefined
  return words === undefined ? null : translated(words)
}

function rolesIn({ role, from, to }: JsonObject): Phrase[] {
  const [before, after] = [roleOf(from), roleOf(to) ?? roleOf(role)]
  if (after === null) return []
  return [
    before === null ? say('Role: {role}', { role: after }) : say('Role: {before}, now {role}', { before, role: after }),
  ]
}

/** What a data policy says since then. */
const POLICY = {
  mask_lists: ['Personal data is hidden in lists.', 'Personal data is shown in lists.'],
  members_export: ['Members may export.', 'Members may not export.'],
  test_cases: ['Runs may become test cases.', 'Runs may not become test cases.'],
} as const satisfies Record<string, readonly [PhraseText, PhraseText]>

function policyChanges({ before, after }: JsonObject): Phrase[] {
  if (!isObject(before) || !isObject(after)) return []
  const places = ({ countries, unknown_models, unknown_apps }: JsonObject) =>
    JSON.stringify([countries ?? null, unknown_models === true, unknown_apps === true])
  return [
    ...Object.entries(POLICY)
      .filter(([name]) => before[name] !== after[name])
      .map(([name, [on, off]]) => translated(after[name] === true ? on : off)),
    ...(places(before) === places(after) ? [] : countriesOf(after)),
  ]
}

/** Where data may be processed from then on. */
function countriesOf({ countries, unknown_models, unknown_apps }: JsonObject): Phrase[] {
  if (!Array.isArray(countries)) return [say('Data may be processed in every country.')]
  const names = inEach((language) => countries.map((code) => countryName(text(code), language)).join(', '))
  return [
    say('Data may be processed in these countries: {countries}.', { countries: names }),
    ...(unknown_models === true ? [say('AI models in unknown countries may be used.')] : []),
    ...(unknown_apps === true ? [say('Apps may be used.')] : []),
  ]
}

const accountOf = (name: unknown): Phrase => (text(name) === '' ? say('A deleted account') : verbatim(text(name)))

/** What a transfer is about, and between whom. */
function transferred({ things, from_name, to_name }: JsonObject): Phrase[] {
  const names = Array.isArray(things)
    ? things.map((thing) => (isObject(thing) ? text(thing.name) : '')).filter(Boolean)
    : []
  return [
    say('From {from} to {to}.', { from: accountOf(from_name), to: accountOf(to_name) }),
    ...(names.length === 0 ? [] : [say('What it was: {things}', { things: names.join(', ') })]),
  ]
}

function ofAudit({ what, facts, object }: ActivityRow): Phrase[] {
  const words = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined
  return [
    words === undefined ? say('Changed a setting: {action}', { action: what }) : translated(words),
    ...(what.startsWith('transfer.') ? transferred(facts) : []),
    ...(object === null ? [] : [say('Person: {name}', { name: object })]),
    ...rolesIn(facts),
    ...policyChanges(facts),
  ]
}

function whatHappened(row: ActivityRow): Phrase[] {
  const { source, what, facts, content, content_gone, second_reading } = row
  if (source === 'start') return [say('Started a run of {name}.', { name: text(facts.name) })]
  if (source === 'export')
    return [say('Exported the results of a batch as {format}.', { format: text(facts.format).toUpperCase() })]
  if (source === 'audit') return ofAudit(row)
  const isHidden = second_reading && what === 'decided' && facts.reading !== 'final'
  const withheld = content_gone ? 'deleted' : isHidden && content !== null ? 'second_reading' : null
  return sentencesOf({
    ...{ kind: what as Parameters<typeof sentencesOf>[0]['kind'], facts, withheld },
    content: withheld === null ? content : null,
  })
}

export const wordsOf = (row: ActivityRow): Phrase[] => [
  ...whatHappened(row),
  ...(row.reason === null ? [] : [say('Reason: {reason}', { reason: row.reason })]),
]
