/** Who contracts with whom: names, what the contract calls them, and whether they are people or organisations. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'

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

/** Parties stand at the beginning, behind a cover and a table of contents at most. */
const SEARCHED = 80_000
/** From the opening words to the last party. */
const PREAMBLE = 8_000
/** Most openings tried: `between` is a common word. */
const OPENINGS = 12
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
const ANCHOR = /\b(?:by and between|by and among|between|amongst|among|gentlemen)\b\s{0,3}[:;-]?/gi

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

/** Between two parties, behind the description of the first. */
const AND = /(?:\band|&|;)\s{1,4}(?=(?:the\s|m\/s\.?\s?)?[\p{Lu}\d])/gu

/** The name that a stretch before a defined term opens with; behind a description, what follows the last `and`. */
function nameBefore(text: string, from: number, to: number): Span | null {
  const stretch = text.slice(from, to)
  const joint = [...stretch.matchAll(JOINT)].at(-1)
  const start = from + (joint === undefined ? 0 : joint.index + joint[0].length)
  const rest = text.slice(start, to)
  const lead = LEAD.exec(rest)?.[0].length ?? 0
  const opens = /^(?:the |m\/s)?\s?[\p{Ll}]{0,2}[\p{Lu}\d]/u.test(rest.slice(lead))
  const last = opens ? undefined : [...rest.matchAll(AND)].at(-1)
  let at = start + (last === undefined ? lead : last.index + last[0].length)
  for (let part = 0; part < 3 && at < to; part++) {
    const name = trimName(text, at, to)
    if (name !== null && looksNamed(text.slice(name.start, name.end))) return name
    const comma = text.indexOf(',', at)
    if (comma === -1 || comma >= to) return null
    at = comma + 1
  }
  return null
}

/** Most of the words begin with a capital or a figure, or are the small words of names. */
function looksNamed(name: string): boolean {
  const words = name.split(/\s+/)
  const named = words.filter((word) =>
    /^["(]?\p{Ll}{0,2}[\p{Lu}\d]|^(?:of|and|the|&|for|de|van|dba|d\/b\/a)$/u.test(word),
  ).length
  return named >= 0.6 * words.length
}

/** What looks like a name and is none. Small words before a name are skipped by `trimName`. */
const NOT_A_NAME =
  /^(?:exhibit|order form|schedule|article|section|agreement|such|this|these|whereas|party|parties|address|january|february|march|april|may|june|july|august|september|october|november|december|\d+)\b/i

function trimName(text: string, from: number, to: number): Span | null {
  const lead = /^[\s\S]{0,60}?(?:^|(?<=[\s("“]))(?=M\/s|\p{Ll}{0,2}[\p{Lu}\d])/u.exec(
    text.slice(from, Math.min(to, from + 66)),
  )
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

/** The parties defined between two places. */
function definedIn(text: string, begin: number, limit: number): FoundParty[] {
  let from = begin
  const found: FoundParty[] = []
  for (const match of text.slice(begin, limit).matchAll(ROLE)) {
    const at = begin + match.index
    if (found.length > 0 && at - from > NEARBY) break
    const role = (match[2] ?? match[4] ?? '').trim()
    const end = at + match[0].length
    const bare = role.replace(/^the /i, '')
    const several = /\b(?:collectively|together|jointly|each|individually)\b/i.test(match[1] ?? match[0])
    if (!several && !NOT_A_PARTY.test(bare) && bare.split(' ').length <= 5) {
      const span = nameBefore(text, from, at)
      if (span !== null) {
        const start = at + match[0].indexOf(role)
        const name = text.slice(span.start, span.end)
        const type = typeOf(name, text.slice(span.end, at))
        found.push({ ...span, name, role: bare, type, role_start: start, role_end: start + role.length })
      }
      from = end
    } else if (found.length > 0 || /part(?:y|ies)/i.test(bare)) from = end
  }
  return found
}

/** By defined terms behind the first opening that names two parties; the best try otherwise. */
function byRole(text: string, clausesFrom: number): FoundParty[] {
  let best: FoundParty[] = []
  for (const anchor of [...text.slice(0, SEARCHED).matchAll(ANCHOR)].slice(0, OPENINGS)) {
    const begin = anchor.index + anchor[0].length
    const window = Math.min(text.length, begin + PREAMBLE, clausesFrom > begin ? clausesFrom : text.length)
    const stop = END.exec(text.slice(begin, window))
    const found = definedIn(text, begin, stop === null ? window : begin + stop.index)
    if (found.length >= 2) return found
    if (found.length > best.length) best = found
  }
  return best.length > 0 ? best : definedIn(text, 0, Math.min(text.length, PREAMBLE, clausesFrom))
}

/** Reads like a name: few words, nearly all with a capital, and more than a bare role. */
function isName(name: string): boolean {
  const words = name.split(/\s+/)
  const capital = words.filter((word) => /^["(]?\p{Lu}|^(?:of|and|the|&|for|de|van)$/u.test(word)).length
  return words.length >= 2 && words.length <= 9 && capital === words.length
}

const SIGNED =
  /(?:^\s{0,4}(?:signed )?(?:for and )?on behalf of|yours (?:sincerely|faithfully|truly),?\s{1,4}for|^\s{0,4}for)\s{1,3}(?:M\/s\.? )?(\p{Lu}[^\n,:;(]{2,80})/gimu
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
function byAnchor(text: string): FoundParty[] {
  const match = /\b(?:between|among)\s{1,3}(\p{Lu}[^;]{2,160}?)\s(?:and|with)\s{1,3}(\p{Lu}[^\n.;(]{2,100})/u.exec(
    text.slice(0, PREAMBLE),
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
export function findParties(text: string, clausesFrom = text.length): FoundParty[] {
  const defined = byRole(text, clausesFrom)
  const named = defined.length >= 2 ? [] : byAnchor(text).filter((party) => isName(party.name))
  const signed =
    defined.length + named.length >= 2 ? [] : bySignature(text.slice(0, 400_000)).filter((party) => isName(party.name))
  const seen = new Map<string, FoundParty>()
  for (const party of [...defined, ...named, ...signed]) {
    const name = key(party.name)
    if (name !== '' && !seen.has(name)) seen.set(name, party)
  }
  return [...seen.values()].slice(0, 20)
}
