/** Chooses the operations of a document that people are most likely to use, and gives them titles that start with a verb. */

import type { OperationSummary } from '#connectors/openapi/operations.ts'
import type { OpenApiReading } from '#connectors/openapi/read.ts'
import { idOf, sentenceOf, wordsOf } from '#connectors/openapi/words.ts'
import type { ActionChoice, AppChoice } from './choices.ts'

/** What titles of the catalogue begin with. */
export const TITLE_VERBS = new Set(
  (
    'accept acknowledge activate add adjust analyse analyze answer append apply approve archive ask assign attach authorize autocomplete ban block book ' +
    'calculate call cancel capture change charge check classify clear clone close collect comment compare complete compose compress ' +
    'compute confirm connect convert copy count crawl create crop deactivate decline deliver delete deploy describe detect disable dismiss ' +
    'download draft duplicate edit email embed enable end enrich estimate evaluate exchange execute export extract fetch fill filter find ' +
    'finalize follow forward fulfil generate geocode get give hide identify import improve initiate insert invite join leave like link list ' +
    'lock log look lookup make mark measure merge moderate modify move mute open parse pause pay pin plan play post predict preview print pull ' +
    'process publish query rank rate react read recognize record refresh refund register reject release remove rename render reopen reorder ' +
    'replace reply report request reschedule resend reserve reset resize resolve restart restore resume retry reverse review ' +
    'revoke route run save scan schedule score scrape screenshot search select send set share shorten show shuffle sign skip snooze sort ' +
    'split star start stop submit subscribe suggest summarize suspend sync tag test track transcribe transfer translate trash trigger ' +
    'unarchive unblock unfollow unlike unlink unlock unpin unsubscribe update upgrade upload upscale upsert use validate verify view void vote ' +
    'watch withdraw write zip bookmark build commit fork increment push repost'
  ).split(' '),
)

const BY_METHOD: Record<string, string> = {
  GET: 'Get',
  HEAD: 'Check',
  POST: 'Create',
  PUT: 'Replace',
  PATCH: 'Update',
  DELETE: 'Delete',
}
const UNLIKELY =
  /oauth|token|webhook|session|login|logout|password|admin|internal|health|ping\b|status|swagger|openapi|debug|deprecated|legacy|beta|experimental|permission|scim|saml|sso|audit|acl\b|watch|subscription_type|schema|metadata|options|config|enterprise|migration|mock|test/i

/** Returns a title that starts with a verb, null where none can be made of the document. */
export function plainTitle({ title, operation_id, method, path }: OperationSummary): string | null {
  const cleaned = title
    .replace(/\s*\((?:v\d|beta|deprecated|legacy|new|async|sync)[^)]*\)/gi, '')
    .replace(/\b(?:API|endpoint)\b\s*(?:v?\d+)?/gi, '')
    .replace(/\bv\d+\b/gi, '')
    .replace(/[-–—:]\s*$/, '')
    .replace(/["“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const spaced = /\s/.test(cleaned) ? cleaned : sentenceOf(wordsOf(cleaned))
  if (/^get[a-z]{8,}$|\bnoauth\b/i.test(cleaned)) return null
  const sentence = imperative(
    spaced
      .replace(/ (?:get|read|post)$/i, '')
      .replace(/^(\w)(.*)$/, (_, first: string, rest: string) => first.toUpperCase() + lowered(rest)),
  )
  const isShort = sentence.length <= 60 && !/[…{}[\]]/.test(sentence)
  const [first = ''] = sentence.split(' ')
  if (TITLE_VERBS.has(first.toLowerCase()) && first !== first.toUpperCase() && sentence.includes(' ') && isShort)
    return sentence
  const words = wordsOf(operation_id.split(/[./]/).at(-1) ?? '')
  if (words.length >= 2 && words.length <= 6 && TITLE_VERBS.has(words[0] ?? '') && !/\d/.test(words.join('')))
    return sentenceOf(words)
  if (/^[A-Z][\w’' -]{2,40}$/.test(sentence) && method === 'GET' && !/\d/.test(sentence) && !NO_NOUN.test(sentence))
    return aboutNoun(sentence)
  const noun =
    path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? ''
  const isPlural = /^[a-z]{3,20}([_-][a-z]{3,20})?s$/.test(noun) && !NO_PLURAL.test(noun)
  return isPlural && (method === 'GET' || method === 'POST') && !path.endsWith('}')
    ? `${BY_METHOD[method]} ${wordsOf(noun).join(' ')}`
    : null
}

/** What a title of a GET can't begin with when “Get” is put in front. */
const NO_NOUN =
  /ing\b|\bby\b|^(?:perform|see|execute|use|allow|will|can|if|for|how|whether|an?|this|lookup|looks|awa|me|try|when|where|with|to|in|on|of|is|are|no)s?\b/i
const NO_PLURAL = /(?:exists|receives|ss|us|is|news|status|address|access|process|infos|plurals)$/

/** `Event search` → `Search event`; `Campaign list` → `List campaign`; `Prices` → `Get prices` */
function aboutNoun(sentence: string): string {
  const [, noun, verb] = /^(.+) (search|list)$/i.exec(sentence) ?? []
  if (noun === undefined || verb === undefined) return `Get ${lowerFirst(sentence)}`
  return `${verb.toLowerCase() === 'list' ? 'List' : 'Search'} ${lowerFirst(noun)}${noun.endsWith('s') ? '' : 's'}`
}

const THIRD_PERSON =
  /^(get|create|update|delete|add|remove|send|fetch|search|upload|set|return|retrieve|list|cancel|approve|archive|generate|check)e?s\b/i

/** `Gets list of contacts` → `Get list of contacts`; `Returns a user` → `Get a user` */
const imperative = (sentence: string): string =>
  sentence
    .replace(THIRD_PERSON, (_, verb: string) => verb.charAt(0).toUpperCase() + verb.slice(1).toLowerCase())
    .replace(/^(?:return|retrieve|fetch)\b/i, 'Get')
    .replace(/^Get (?:gets?|retrieves?|returns?) /i, 'Get ')
    .replace(/^List of /, 'List ')
    .replace(/^Get (?:a |the )?lists? of (?:all )?/i, 'List ')
    .replace(/^Get all /i, 'List ')
    .replace(/^(Get|Create) (?:a |an )?(?:new |single |specific )/i, (_, verb: string) => `${verb} a `)
    .replace(/^((?:Get|Create) )a (?=[aeio])/i, '$1an ')
    .replace(/^Create A /, 'Create a ')

/** Names in capitals stay: API key. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** Title Case becomes sentence case; names in capitals stay. */
const lowered = (text: string): string =>
  text.replace(/ ([A-Z][a-z]+)(?=\s|$|,)/g, (_, word: string) => ` ${word.toLowerCase()}`)

function scoreOf(one: OperationSummary, prefer: readonly string[]): number {
  const variables = (one.path.match(/\{/g) ?? []).length
  const depth = one.path.split('/').length
  const text = `${one.operation_id} ${one.path} ${one.title}`
  let score = 30 - 4 * variables - 2 * depth - one.title.length / 20
  if (one.deprecated) score -= 60
  if (UNLIKELY.test(text)) score -= 15
  if (one.method === 'POST' && one.effect === 'write') score += 8
  if (/search|query|list/i.test(text) && one.effect === 'read') score += 4
  if (one.method === 'PUT') score -= 3
  if (one.effect === 'destructive') score -= 5
  if (prefer.some((word) => text.toLowerCase().includes(word.toLowerCase()))) score += 40
  return score
}

/** Returns the best, in the order of the document; at most a third of them of one group where there are many groups. */
export function chooseByScore(
  reading: OpenApiReading,
  app: AppChoice,
  chosen: readonly (readonly [string, ActionChoice])[],
): (readonly [string, ActionChoice])[] {
  const { auto = 0, skip = [], prefer = [] } = app
  const known = new Set(chosen.map(([key]) => key))
  const taken = new Set(chosen.map(([, { title, id }]) => id ?? idOf(title.replace(/\b(?:a|an|the|my)\b/gi, ' '))))
  const isSkipped = (one: OperationSummary) => {
    const text = `${one.operation_id} ${one.path} ${one.title}`.toLowerCase()
    return (
      skip.some((word) => text.includes(word.toLowerCase())) ||
      known.has(one.operation_id) ||
      known.has(`${one.method} ${one.path}`)
    )
  }
  const ranked = reading.operations
    .filter((one) => !isSkipped(one) && one.method !== 'HEAD')
    .map((one) => ({ one, title: plainTitle(one), score: scoreOf(one, prefer) }))
    .map((scored) =>
      scored.title !== null && app.titles && scored.title in app.titles
        ? { ...scored, title: app.titles[scored.title] ?? null }
        : scored,
    )
    .filter((scored): scored is typeof scored & { title: string } => scored.title !== null && scored.score > 0)
    .sort((a, b) => b.score - a.score)
  const picked: { one: OperationSummary; title: string }[] = []
  const groups = new Map<string, number>()
  const most = Math.max(4, Math.ceil(auto / 3))
  for (const { one, title } of ranked) {
    const id = idOf(title.replace(/\b(?:a|an|the|my)\b/gi, ' '))
    if (picked.length >= auto || taken.has(id)) continue
    if (new Set(ranked.map((scored) => scored.one.group)).size > 4 && (groups.get(one.group) ?? 0) >= most) continue
    taken.add(id)
    groups.set(one.group, (groups.get(one.group) ?? 0) + 1)
    picked.push({ one, title })
  }
  const order = new Map(reading.operations.map((one, index) => [one, index]))
  return picked
    .sort((a, b) => (order.get(a.one) ?? 0) - (order.get(b.one) ?? 0))
    .map(({ one, title }) => [`${one.method} ${one.path}`, { title }] as const)
}
