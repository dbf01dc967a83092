/** Turns words into the units the index knows: stems, with synonyms joined and compounds taken apart. */
import { ABBREVIATIONS, BODY, FINDINGS } from './lexicon-data.ts'
import { stem } from './stem.ts'
import { type Token, tokenize } from './tokens.ts'

/** Carry no meaning for a diagnosis; never part of a term. `no` and `without` are not here: they change it. */
const STOP_WORDS = new Set(
  (
    'a an the of in on at to for by with and or from as is are was were be been being this that these those his her their its it he she ' +
    'they we i you s due into during which who has have had there than then also after before about between through per patient very any some ' +
    'such other'
  ).split(' '),
)
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** Abbreviations that are also ordinary words: meant only in capitals. */
const ONLY_IN_CAPITALS = new Set(
  'ms ra pe all cap cold doe pid pad pac pda dic loc cad aids sob af hf ca mi oa cri all fits dm'.split(' '),
)

/** The unit of an abbreviation that counts only in capitals: `PRES` is not in `pre-existing`. */
export const capitalUnit = (word: string): string => `=${word}`

export interface Unit {
  stem: string
  /** First and last token covered, counted in the tokens given. */
  first: number
  last: number
}

interface Rule {
  from: readonly string[]
  to: readonly string[]
  /** A short abbreviation is meant letter by letter: `doe`, not `does`. */
  exactly: string | null
  /** Written with `and` or `or`; others do not reach over them. */
  joined: boolean
}

const stems = (phrase: string): string[] =>
  tokenize(phrase)
    .filter((token) => !isStopWord(token.word))
    .map((token) => token.stem)

function compile(data: string): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of data.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const to = stems(line.slice(0, colon))
    for (const written of line.slice(colon + 1).split(',')) {
      const from = stems(written)
      const first = from[0]
      if (first === undefined || from.join(' ') === to.join(' ')) continue
      const list = rules.get(first) ?? []
      list.push({
        from,
        to,
        exactly: /^\s*[a-z0-9]{1,4}\s*$/.test(written) ? written.trim() : null,
        joined: /\b(?:and|or)\b/.test(written),
      })
      rules.set(first, list)
    }
  }
  for (const list of rules.values()) list.sort((a, b) => b.from.length - a.from.length)
  return rules
}

const RULES = compile(ABBREVIATIONS + BODY + FINDINGS)

interface Word {
  stem: string
  word: string
  capitals: boolean
  /** `and`, `or` or a larger gap precedes it. */
  joint: boolean
  /** Its place in the tokens given. */
  index: number
}

/** The words that carry meaning. */
function contentOf(tokens: readonly Token[]): Word[] {
  const content: Word[] = []
  let joint = false
  tokens.forEach(({ word, stem, capitals }, index) => {
    if (isStopWord(word) && !(capitals && word.length > 2)) {
      joint ||= word === 'and' || word === 'or'
      return
    }
    content.push({ stem, word, capitals, joint, index })
    joint = false
  })
  return content
}

const ordinary = ({ word, capitals }: Word): boolean =>
  !capitals && (ONLY_IN_CAPITALS.has(word) || ONLY_IN_CAPITALS.has(word.replace(/s$/, '')))

const spells = (word: string, exactly: string): boolean =>
  word === exactly || (exactly.length > 2 && word === `${exactly}s`)

function ruleAt(content: readonly Word[], index: number): Rule | null {
  const here = content[index]
  if (here === undefined || ordinary(here)) return null
  const fits = ({ from, exactly, joined }: Rule): boolean =>
    (exactly === null || spells(here.word, exactly)) &&
    from.every((part, step) => content[index + step]?.stem === part) &&
    (joined || from.every((_part, step) => step === 0 || content[index + step]?.joint !== true))
  return RULES.get(here.stem)?.find(fits) ?? null
}

/** The phrase rules once more over what came out, so that `renal` inside `renal failure` and alone end alike. */
const single = (part: string, word: string): readonly string[] => {
  const rules = RULES.get(part)
  const rule = rules?.find(({ from, exactly }) => from.length === 1 && (exactly === null || spells(word, exactly)))
  return rule?.to ?? [part]
}
const expand = (parts: readonly string[], word = ''): string[] => [
  ...new Set(parts.flatMap((part) => single(part, word === '' ? part : word))),
]

/** The units of a code title or synonym, in order, without repeats. */
export function termUnits(text: string): string[] {
  const content = contentOf(tokenize(text))
  const units = new Set<string>()
  for (let index = 0; index < content.length; ) {
    const rule = ruleAt(content, index)
    const parts = rule === null ? [content[index]?.stem ?? ''] : rule.to
    for (const part of expand(parts, rule === null ? (content[index]?.word ?? '') : '')) units.add(part)
    index += rule === null ? 1 : rule.from.length
  }
  return [...units]
}

/** Whether the lexicon knows what an abbreviation stands for. */
export const isKnownAbbreviation = (word: string): boolean =>
  RULES.get(stem(word))?.some(({ exactly }) => exactly === word) === true

/** The units of a note's words: every word as written and what each rule makes of it, so that a term finds either. */
export function textUnits(tokens: readonly Token[]): Unit[] {
  const content = contentOf(tokens)
  const units: Unit[] = []
  let covered = -1
  content.forEach((item, position) => {
    units.push({ stem: item.stem, first: item.index, last: item.index })
    if (item.capitals) units.push({ stem: capitalUnit(item.word), first: item.index, last: item.index })
    for (const part of ordinary(item) ? [] : expand(expand([item.stem], item.word)))
      if (part !== item.stem) units.push({ stem: part, first: item.index, last: item.index })
    const rule = ruleAt(content, position)
    if (rule === null || rule.from.length === 1 || position <= covered) return
    const last = content[position + rule.from.length - 1]?.index ?? item.index
    for (const part of expand(rule.to)) units.push({ stem: part, first: item.index, last })
    covered = position + rule.from.length - 1
  })
  return units
}
