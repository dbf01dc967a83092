/** Names of people: by title, label, degree, kinship or list; then wherever else parts of them stand. */

import type { PhiFinding } from './kinds.ts'
import { ALSO_WORDS, FIRST_NAMES, NOT_NAMES, SURNAMES } from './name-lists.ts'

/** One word of a name: `Rao`, `O'Brien`, `Anne-Marie`, `McDonald`, `RAO`, or an initial. */
const WORD = "(?:\\p{Lu}[\\p{Ll}'’]{1,20}(?:\\p{Lu}\\p{Ll}{1,20})?(?:-\\p{Lu}\\p{Ll}{1,20})?|\\p{Lu}{2,20}|\\p{Lu}\\.?)"
const GAP = '[ ]{1,3}'
const NAME = `${WORD}(?:${GAP}${WORD}){0,3}`
const TITLE =
  '(?:[Dd]r|DR|[Mm]rs?|MRS?|M[Ss]|[Mm]iss|MISS|Prof|Shri|Sri|Smt|SMT|Kumari|Master|Baby|B\\/[Oo]|Sr|Fr|Rev|Capt|Col|Maj|Lt|Sgt|Hon)'

interface Found {
  start: number
  end: number
  confidence: number
  because: string
}

const TITLED = new RegExp(`(?<![\\w/])${TITLE}(?:\\.${GAP}|\\.|${GAP})(?:of${GAP})?(${NAME})`, 'gu')
const LABEL =
  "patient(?:[’']s)?(?: name)?|pt(?: name)?|name(?: of (?:the )?patient)?|full name|first name|last name|surname|middle name|attending(?: (?:physician|doctor|surgeon|provider))?|physician|doctor|consultant(?: in charge)?|surgeon|anaesthetist|anesthesiologist|resident|provider|pcp|primary care (?:provider|physician)(?: \\/ family physician)?|family physician|gp|mrp|most responsible (?:health care provider|physician)|referr(?:ed|ing) (?:by|physician|doctor|provider)|dictated by|transcribed by|reviewed by|prepared by|completed by|discharge summary completed by|seen by|verified by|authenticated by|(?:electronically )?signed(?: by)?|printed by|recorded by|entered by|reported by|ordered by|administered by|witness(?:ed by)?|nurse|therapist|radiologist|pathologist|technician|case manager|social worker|next of kin|nok|emergency contact|guardian|informant|attendant|caregiver|spouse|husband|wife|father|mother|son|daughter|brother|sister|partner|relative|contact(?: person| name)?|insured|subscriber|policy ?holder|guarantor|author|re|regarding|caller|cc|copies to(?: be sent to)?|to|from|attn|attention|dear"
const LABELLED = new RegExp(
  `(?<![\\w])(?:${LABEL})(?:[’']s name)?[ \\t]{0,3}(?:[:=]|[-–][ \\t])[ \\t]{0,8}(?:${TITLE}\\.?${GAP})?`,
  'gi',
)
const AFTER_LABEL = new RegExp(`^(?:${WORD},${GAP}${NAME}|${NAME})`, 'u')
/** In forms the label and the name may be in two cells. */
const CELL = new RegExp(
  `(?:^|\\n|\\t)(?:Patient(?: Name)?|Name|Attending|Physician|Provider)[ ]{0,3}\\t(${NAME})`,
  'gu',
)
const DEGREE =
  '(?:M\\.?D\\.?|D\\.?O\\.?|M\\.?B\\.?B\\.?S\\.?|M\\.?S\\.?(?:c\\.?)?|M\\.?Ch\\.?|D\\.?M\\.?|D\\.?N\\.?B\\.?|R\\.?N\\.?|N\\.?P\\.?|P\\.?A\\.?(?:-C)?|Ph\\.?D\\.?|Pharm\\.?D\\.?|D\\.?P\\.?T\\.?|F\\.?R\\.?C\\.?[A-Z]{1,2}\\.?(?:\\(C\\))?|FACP|FACS|LPN|APRN|CRNA|LCSW|BSN|DDS|PT|OT|L\\.?Ac\\.?)'
const DEGREED = new RegExp(`(?<![\\w])(${NAME}),${GAP}${DEGREE}(?![\\w])`, 'gu')
const KIN =
  /(?<![\w])(?:(?:[Hh]is|[Hh]er|[Tt]heir|[Tt]he patient[’']s|[Mm]y)\s(?:\w{2,12}\s)?(?:wife|husband|son|daughter|mother|father|brother|sister|partner|niece|nephew|aunt|uncle|cousin|friend|neighbou?r|caregiver|guardian|employer|boss|granddaughter|grandson|fianc[ée]e?)|[SDWC]\/[Oo]|(?:son|daughter|wife) of|named|called|known as|accompanied by|a\.k\.a\.?)[ \t]{0,2}[,:(]?[ \t]{1,2}/g
/** `Asha Rao`: a first name of the list and a word with a capital, or two names of the lists. */
const CAPITAL = '\\p{Lu}\\p{Ll}{1,20}'
const SURNAME = "\\p{Lu}[\\p{Ll}'’]{1,20}(?:\\p{Lu}\\p{Ll}{1,20})?(?:-\\p{Lu}\\p{Ll}{1,20})?"
const [OPEN, CLOSE] = ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
const PAIR = new RegExp(
  `${OPEN}(${CAPITAL}|\\p{Lu}{2,20})${GAP}(?:(\\p{Lu})\\.?${GAP})?(${SURNAME}|\\p{Lu}{2,20})${CLOSE}`,
  'gu',
)
/** `Rao, Asha` and `SMITH, JOHN`. */
const REVERSED = new RegExp(
  `${OPEN}(\\p{Lu}[\\p{Ll}'’]{1,20}|\\p{Lu}{2,20}),${GAP}(${CAPITAL}|\\p{Lu}{2,20})(?:${GAP}\\p{Lu}\\.?(?!\\w))?${CLOSE}`,
  'gu',
)
/** `Meera is a 34-year-old …`: a sentence about one person by one name. */
const SUBJECT = new RegExp(
  `(?<=^|[.!?]\\s{1,3}|\\n)(${CAPITAL})(?:${GAP}(${SURNAME}))?[ ,]{1,2}(?:is|was|an?)[ ,](?:\\w{1,12}[ ,]{1,2}){0,3}\\d{1,3}[ -](?:year|month|week|day|y)`,
  'gmu',
)
/** A first name of the list that is a word of its own. */
const ALONE = new RegExp(`${OPEN}(${CAPITAL})${CLOSE}`, 'gu')
/** Staff by their letters, relatives without a word of whose they are. */
const STAFF = new RegExp(
  `${OPEN}(?:RN|LPN|NP|PA|CNA|RT|PT|OT|[Nn]urse|[Ss]ister|[Ww]ife|[Hh]usband|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather|[Bb]rother|[Pp]artner|[Nn]iece|[Nn]ephew)[ ]{1,2}(${NAME})`,
  'gu',
)

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const bare = (word: string): string => word.replace(/[’']s$/, '').replace(/[.,’']+$/, '')
const isWord = (word: string): boolean => NOT_NAMES.has(capital(bare(word)))
const isFirst = (word: string): boolean => FIRST_NAMES.has(capital(bare(word)))
const isLast = (word: string): boolean => SURNAMES.has(capital(bare(word)))

/** The words of a match up to the first that is no name. */
function nameEnd(text: string): number {
  let end = 0
  for (const match of text.matchAll(/[^\s,]+/g)) {
    const word = match[0]
    const abbreviation = /^[A-Z]{2,4}$/.test(word) && !isFirst(word) && !isLast(word)
    // Words of two to four capitals after a name are degrees and departments.
    if (isWord(word) || (abbreviation && end > 0)) break
    end = match.index + word.replace(/[’']s$/, '').length
  }
  return end
}

function add(all: Found[], start: number, text: string, confidence: number, because: string): void {
  const length = nameEnd(text)
  const name = text.slice(0, length)
  // A single initial says too little.
  if (name.replaceAll(/[^\p{L}]/gu, '').length < 2) return
  all.push({ start, end: start + length, confidence, because })
}

const ofGroup = (match: RegExpExecArray): number => match.index + match[0].lastIndexOf(match[1] ?? '')

function byContext(text: string): Found[] {
  const all: Found[] = []
  for (const match of text.matchAll(TITLED)) add(all, ofGroup(match), match[1] ?? '', 0.97, 'after a title')
  for (const pattern of [LABELLED, KIN])
    for (const match of text.matchAll(pattern)) {
      const from = match.index + match[0].length
      const name = AFTER_LABEL.exec(text.slice(from, from + 90))?.[0]
      if (name === undefined) continue
      const kin = pattern === KIN
      add(all, from, name, kin ? 0.85 : 0.93, kin ? 'after a relation' : 'after a label')
    }
  for (const match of text.matchAll(STAFF)) add(all, ofGroup(match), match[1] ?? '', 0.85, 'after a role or relation')
  for (const match of text.matchAll(SUBJECT)) {
    const name =
      match[2] === undefined ? (match[1] ?? '') : match[0].slice(0, match[0].indexOf(match[2]) + match[2].length)
    add(all, match.index, name, 0.8, 'subject of a sentence')
  }
  for (const match of text.matchAll(CELL)) add(all, ofGroup(match), match[1] ?? '', 0.9, 'next to a label')
  for (const match of text.matchAll(DEGREED)) {
    const words = (match[1] ?? '').split(/[ \t]+/)
    const skipped = words.findLastIndex((word) => isWord(word)) + 1
    const name = words.slice(skipped).join(' ')
    const start = match.index + match[0].indexOf(words[skipped] ?? '', words.slice(0, skipped).join(' ').length)
    add(
      all,
      start,
      text.slice(start, start + name.length + 6).slice(0, Math.max(0, match.index + (match[1] ?? '').length - start)),
      0.95,
      'before a degree',
    )
  }
  return all
}

function byList(text: string): Found[] {
  const all: Found[] = []
  for (let match = PAIR.exec(text); match !== null; match = PAIR.exec(text)) {
    const [first = '', last = ''] = [match[1], match[3]]
    const shout = first === first.toUpperCase()
    const known = isFirst(first) && !isWord(last) && (!shout || isLast(last) || isFirst(last))
    if (known)
      all.push({
        start: match.index,
        end: match.index + match[0].replace(/[’']s$/, '').length,
        confidence: isLast(last) ? 0.95 : 0.8,
        because: 'first name and surname',
      })
    // The second word may begin a name.
    else PAIR.lastIndex = match.index + first.length
  }
  for (const match of text.matchAll(ALONE))
    if (isFirst(match[0]) && !isWord(match[0]) && !ALSO_WORDS.has(match[0]))
      all.push({ start: match.index, end: match.index + match[0].length, confidence: 0.7, because: 'first name' })
  for (const match of text.matchAll(REVERSED)) {
    const [last = '', first = ''] = [match[1], match[2]]
    if (isFirst(first) && !isWord(last) && (isLast(last) || last.length > 2))
      all.push({
        start: match.index,
        end: match.index + match[0].length,
        confidence: isLast(last) ? 0.95 : 0.8,
        because: 'surname and first name',
      })
  }
  return all
}

/** Parts of names found, wherever else they stand with a capital: a name that is also a word of medicine is left alone. */
function elsewhere(text: string, found: readonly Found[]): Found[] {
  const parts = new Map<string, number>()
  for (const { start, end, confidence } of found)
    for (const word of text.slice(start, end).split(/[\s,]+/)) {
      const part = bare(word)
      if (part.length >= 3 && !isWord(part))
        parts.set(part.toLowerCase(), Math.max(parts.get(part.toLowerCase()) ?? 0, confidence))
    }
  const all: Found[] = []
  if (parts.size === 0) return all
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}’'-]{2,40}/gu)) {
    const word = bare(match[0])
    const confidence = parts.get(word.toLowerCase())
    if (confidence !== undefined)
      all.push({
        start: match.index,
        end: match.index + word.length,
        confidence: Math.min(0.9, confidence),
        because: 'part of a name found elsewhere',
      })
  }
  return all
}

/** Notes typed without capitals: read as if each word had one. */
const isLower = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters > 40 && (text.match(/\p{Lu}/gu)?.length ?? 0) < letters * 0.005
}
const capitals = (text: string): string => {
  const raised = text.replaceAll(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
  return raised.length === text.length ? raised : text
}

export function namesIn(text: string): PhiFinding[] {
  const lower = isLower(text)
  const read = lower ? capitals(text) : text
  const direct = [...byContext(read), ...(lower ? [] : byList(read))]
  return [...direct, ...elsewhere(read, direct)].map((one) => ({ kind: 'name', ...one }))
}
