/** Who contracts with whom: names, what the contract calls them, and whether they are people or organisations. */
import type { Span } from '#nodes/retrieval/sentences.ts'

export interface FoundParty extends Span {
  /** As written, without the description that follows. `text.slice(start, end)`. */
  name: string
  /** The term the contract uses for it (`Client`), null when none is defined. */
  role: string | null
  type: 'organisation' | 'person' | 'unknown'
  /** Where the term is defined; null with `role`. */
  role_start: number | null
  role_end: number | null
}

/** Parties stand at the beginning. */
const PREAMBLE = 8_000
const ORGANISATION =
  /\b(?:limited|ltd|llp|llc|inc|incorporated|corp|corporation|gmbh|plc|company|co|pvt|trust|society|university|institute|bank|hospital|association|foundation|firm|enterprises?|technologies|solutions|services|industries|partners|associates|consultants|ag|s\.?a|b\.?v|n\.?v|pte|pty|l\.?p|holdings|group)\b\.?/i
const PERSON = /^(?:mr|mrs|ms|dr|shri|smt|sri|miss|prof|adv)\b\.?/i

/** The parties are named close to each other: a term defined further on is something else. */
const NEARBY = 1_000

/** Terms that contracts define near the parties and that are not parties. */
const NOT_A_PARTY =
  /^(?:(?:this |the )?(?:agreement|lease|deed|contract|effective date|commencement date|execution date|part(?:y|ies)|term|services?|premises|demised premises|scheduled? (?:premises|property)|property|flat|product|products|software|platform|purpose|act|confidential information|business|project|territory|closing date|licensed (?:software|marks)|letter|offer|appointment|employment|schedule|transaction|proposed transaction|signing date|date|work|site|program|nda|msa|sow|collectively|individually|fees?|rent|security deposit|building|said [a-z]+|event|system))$/i

const ROLE =
  /\(([^()"“”]{0,160})["“'‘]\s{0,2}(?:the\s)?([\p{Lu}][^"“”'’()]{0,48}?)\s{0,2}["”'’]([^()]{0,200})\)|hereinafter[^."“'‘]{0,90}["“'‘]\s{0,2}(?:the\s)?([\p{Lu}][^"“”'’()]{0,48}?)\s{0,2}["”'’]/gu
const END =
  /\b(?:whereas|recitals|now,? therefore|background\b|witnesseth|the parties (?:hereto )?agree|it is (?:hereby )?agreed)/i
const ANCHOR = /\b(?:by and between|by and among|between|amongst|among)\b\s{0,3}[:;-]?/i

/** What ends the party before: `of the FIRST PART`, or the number of the next one at the start of a line. */
const JOINT = /\bof the (?:one|first|second|third|fourth|other) part\b|\n\s{0,4}\(?(?:\d{1,2}|[a-c])[.)]\s/gi
/** What may stand between that and a name. */
const LEAD = /^(?:[\s),;.:"”’-]|\b(?:and|with|&)\b(?=\s)|\(?\d{1,2}[.)](?=\s))*/i
const DESCRIPTION =
  /\s{0,3}(?:,(?!\s{0,3}(?:inc|llc|l\.?l\.?c|ltd|limited|llp|l\.?p|corp|n\.?a|s\.?a|co)\b)|\(|;|\bhaving\b|\ba (?:company|private|public|firm|limited|partnership|corporation|delaware|new york)|\ban (?:individual|indian|adult)|\bs\/o\b|\bd\/o\b|\bw\/o\b|\bson of\b|\bdaughter of\b|\bwife of\b|\bresid|\baged\b|\bincorporated\b|\bregistered\b|\bwhose\b|\bhereinafter\b|["“])/i

function typeOf(name: string, after: string): FoundParty['type'] {
  if (PERSON.test(name)) return 'person'
  if (
    /\bm\/s\b/i.test(name) ||
    ORGANISATION.test(name) ||
    /^[^.;]{0,60}\b(?:company|firm|corporation|trust|society|partnership)\b/i.test(after)
  )
    return 'organisation'
  return /\b(?:son|daughter|wife|s\/o|d\/o|w\/o|aged|residing|resident|individual|pan)\b/i.test(after.slice(0, 120))
    ? 'person'
    : 'unknown'
}

/** The name that a stretch before a defined term opens with. */
function nameBefore(text: string, from: number, to: number): Span | null {
  const stretch = text.slice(from, to)
  const joint = [...stretch.matchAll(JOINT)].at(-1)
  const start = from + (joint === undefined ? 0 : joint.index + joint[0].length)
  return trimName(text, start + (LEAD.exec(text.slice(start, to))?.[0].length ?? 0), to)
}

/** What looks like a name and is none. Small words before a name are skipped by `trimName`. */
const NOT_A_NAME =
  /^(?:exhibit|schedule|article|section|agreement|such|this|these|whereas|party|parties|address|january|february|march|april|may|june|july|august|september|october|november|december|\d+)\b/i

function trimName(text: string, from: number, to: number): Span | null {
  const lead = /^[\s\S]{0,60}?(?=M\/s|[\p{Lu}\d])/u.exec(text.slice(from, Math.min(to, from + 62)))
  if (lead === null) return null
  const start = from + lead[0].length
  const window = text.slice(start, Math.min(to, start + 200))
  const cut = DESCRIPTION.exec(window)?.index ?? window.length
  let end = start + cut
  while (
    end > start &&
    /[\s,;:.-]/.test(text[end - 1] ?? '') &&
    !/\b(?:Ltd|Inc|Co|Corp)\.$/.test(text.slice(start, end))
  )
    end--
  const name = text.slice(start, end)
  return end - start >= 2 && end - start <= 120 && /\p{Lu}/u.test(name) && !NOT_A_NAME.test(name)
    ? { start, end }
    : null
}

/** By defined terms in the preamble. */
function byRole(text: string, limit: number): FoundParty[] {
  const head = text.slice(0, limit)
  const anchor = ANCHOR.exec(head)
  let from = anchor === null ? 0 : anchor.index + anchor[0].length
  const found: FoundParty[] = []
  for (const match of head.matchAll(ROLE)) {
    if (match.index < from) continue
    if (found.length >= 2 && match.index - from > NEARBY) break
    const role = (match[2] ?? match[4] ?? '').trim()
    const around = `${match[1] ?? ''} ${match[0].slice(0, 60)}`
    const end = match.index + match[0].length
    const bare = role.replace(/^the /i, '')
    if (NOT_A_PARTY.test(bare) || /\b(?:collectively|together|jointly|each a)\b/i.test(around)) {
      if (/\b(?:part(?:y|ies)|collectively)\b/i.test(match[0])) from = Math.max(from, end)
      continue
    }
    const span = nameBefore(text, from, match.index)
    if (span !== null && bare.split(' ').length <= 5) {
      const role_start = match.index + match[0].lastIndexOf(role)
      const name = text.slice(span.start, span.end)
      found.push({
        ...span,
        name,
        role: bare,
        type: typeOf(name, text.slice(span.end, match.index)),
        role_start,
        role_end: role_start + role.length,
      })
    }
    from = end
  }
  return found
}

const SIGNED =
  /\b(?:for and on behalf of|on behalf of|yours (?:sincerely|faithfully|truly),?\s{1,4}for|^\s{0,4}for)\s{1,3}(?:M\/s\.? )?(\p{Lu}[^\n,:;(]{2,80})/gimu
const TO = /^\s{0,4}to[,:]?\s{1,4}((?:mr|mrs|ms|dr|shri|smt|m\/s)\.? [^\n,:;(]{2,60}|\p{Lu}[^\n,:;(]{2,60})/gimu

function bySignature(text: string): FoundParty[] {
  const found: FoundParty[] = []
  for (const pattern of [TO, SIGNED]) {
    for (const match of text.matchAll(pattern)) {
      const inner = match[1] ?? ''
      const at = match.index + match[0].indexOf(inner)
      const span = trimName(text, at, at + inner.length)
      if (span === null) continue
      const name = text.slice(span.start, span.end)
      if (/^(?:sir|madam|the|whom|all|any)\b/i.test(name)) continue
      found.push({ ...span, name, role: null, type: typeOf(name, ''), role_start: null, role_end: null })
    }
  }
  return found
}

/** `between A and B` without defined terms. */
function byAnchor(text: string, limit: number): FoundParty[] {
  const match = /\b(?:between|among)\s{1,3}(\p{Lu}[^;]{2,160}?)\s(?:and|with)\s{1,3}(\p{Lu}[^\n.;(]{2,100})/u.exec(
    text.slice(0, limit),
  )
  if (match === null) return []
  let at = match.index
  return [match[1] ?? '', match[2] ?? ''].flatMap((part) => {
    at = text.indexOf(part, at)
    const span = trimName(text, at, at + part.length)
    if (span === null) return []
    const name = text.slice(span.start, span.end)
    return [{ ...span, name, role: null, type: typeOf(name, ''), role_start: null, role_end: null }]
  })
}

const key = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:m\/s|mr|mrs|ms|dr|shri|smt)\.?\s/, '')
    .replace(/[^a-z0-9]/g, '')

/**
 * The parties in order, each once; at most 20. By defined terms, else `between … and …`, else by letterhead and signature.
 * `clausesFrom` is where the clauses begin: terms defined behind it are not parties.
 */
export function findParties(text: string, clausesFrom = PREAMBLE): FoundParty[] {
  const stop = END.exec(text.slice(200, PREAMBLE))
  const limit = Math.min(text.length, PREAMBLE, clausesFrom, stop === null ? PREAMBLE : 200 + stop.index)
  const defined = byRole(text, limit)
  const wanted = defined.length >= 2 ? defined : [...defined, ...byAnchor(text, limit)]
  const all = wanted.length >= 2 ? wanted : [...wanted, ...bySignature(text.slice(0, 400_000))]
  const seen = new Map<string, FoundParty>()
  for (const party of all) {
    const name = key(party.name)
    if (name !== '' && !seen.has(name)) seen.set(name, party)
  }
  return [...seen.values()].slice(0, 20)
}
