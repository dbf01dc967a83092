/** What changed between two versions of a contract: clauses matched by their words, numbers aside, and what each change means. */

import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { findAmounts } from './amounts.ts'
import { type Analysis, analyse } from './analyse.ts'
import { fold, type RiskLevel } from './kind.ts'
import { durations } from './quantities.ts'
import type { Block } from './segment.ts'
import { editSteps, wordDiff } from './word-diff.ts'

export type Reason = { level: RiskLevel; reason: string }

export interface Change {
  type: 'added' | 'removed' | 'changed' | 'moved'
  heading: string | null
  number_before: string | null
  number_after: string | null
  before: Span | null
  after: Span | null
  diff: { op: 'same' | 'added' | 'removed'; text: string }[]
  /** Titles of the kinds of clause it belongs to. */
  kinds: string[]
  reasons: Reason[]
}

interface Side {
  text: string
  analysis: Analysis
  blocks: Block[]
  /** Folded words of each block without its number. */
  words: string[]
}

const NUMBER = /^(?:(?:article|section|clause) )?\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-z]|[ivx]{1,5}|[A-Z])[.):]* +/i
const withoutNumber = (text: string): string =>
  fold(text)
    .trim()
    .replace(/^#{1,6} /, '')
    .replace(NUMBER, '')

function sideOf({ text }: ParsedDocument): Side {
  const analysis = analyse(text)
  const blocks = analysis.blocks.filter(({ role }) => role !== 'contents')
  return { text, analysis, blocks, words: blocks.map(({ start, end }) => withoutNumber(text.slice(start, end))) }
}

/** Below this share of common words two blocks are not the same clause. */
const SAME_CLAUSE = 0.45
/** In a long gap a block is compared with those about the same place only, so many to either side. */
const NEIGHBOURS = 40

/** Dice's share of common terms, repeats counted. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const term of a) counts.set(term, (counts.get(term) ?? 0) + 1)
  let common = 0
  for (const term of b) {
    const left = counts.get(term) ?? 0
    if (left === 0) continue
    common++
    counts.set(term, left - 1)
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length)
}

type Pair = [before: number | null, after: number | null]

/** Pairs the blocks of a gap: best likeness first, each block once. */
function pairGap(before: Side, after: Side, left: readonly number[], right: readonly number[]): Pair[] {
  const pairs: Pair[] = []
  const used = { left: new Set<number>(), right: new Set<number>() }
  const leftTerms = left.map((index) => terms(before.words[index] ?? ''))
  const rightTerms = right.map((index) => terms(after.words[index] ?? ''))
  const scored = left.flatMap((a, i) => {
    const middle = Math.round((i * right.length) / left.length)
    const from = Math.max(0, middle - NEIGHBOURS)
    return right.slice(from, middle + NEIGHBOURS).map((b, j) => {
      const [one, other] = [before.blocks[a], after.blocks[b]]
      const titled = one?.heading != null && one.heading.toLowerCase() === other?.heading?.toLowerCase()
      const score = likeness(leftTerms[i] ?? [], rightTerms[from + j] ?? []) + (titled ? 0.3 : 0)
      return { a, b, score, apart: Math.abs(i - from - j) }
    })
  })
  const likely = scored.filter(({ score }) => score >= SAME_CLAUSE)
  for (const { a, b } of likely.sort((x, y) => y.score - x.score || x.apart - y.apart)) {
    if (used.left.has(a) || used.right.has(b)) continue
    used.left.add(a)
    used.right.add(b)
    pairs.push([a, b])
  }
  for (const a of left) if (!used.left.has(a)) pairs.push([a, null])
  for (const b of right) if (!used.right.has(b)) pairs.push([null, b])
  return pairs.sort((x, y) => (x[1] ?? x[0] ?? 0) - (y[1] ?? y[0] ?? 0))
}

/** Which block became which; what is the same in both is left out. */
function align(before: Side, after: Side): Pair[] {
  const steps = editSteps(before.words, after.words) ?? [
    ...before.words.map(() => 'removed' as const),
    ...after.words.map(() => 'added' as const),
  ]
  const pairs: Pair[] = []
  let [left, right]: [number[], number[]] = [[], []]
  let [x, y] = [0, 0]
  for (const step of [...steps, 'same' as const]) {
    if (step === 'removed') left.push(x++)
    else if (step === 'added') right.push(y++)
    else {
      if (left.length + right.length > 0) pairs.push(...pairGap(before, after, left, right))
      left = []
      right = []
      x++
      y++
    }
  }
  return pairs
}

const MODALS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:shall|must|will)\b/i, 'a duty'],
  [/\bmay\b/i, 'a choice'],
]
const NOT = /\b(?:not|no|never|neither|without|except|unless)\b/i
const STRONG: readonly (readonly [RegExp, RiskLevel, string])[] = [
  [/\b(?:sole|absolute) (?:and absolute )?discretion\b/i, 'medium', 'One party alone decides now (sole discretion).'],
  [/\bunlimited\b|\bwithout (?:any )?limit/i, 'high', 'Something is unlimited now.'],
  [/\bconsequential|indirect\b/i, 'medium', 'Indirect or consequential loss is spoken of now.'],
  [/\birrevocabl|perpetual/i, 'medium', 'Something lasts for ever or cannot be taken back now.'],
  [/\bexclusive(?:ly)?\b/i, 'medium', 'Something is exclusive now.'],
  [/\b(?:indemnif|hold harmless)/i, 'high', 'An indemnity is spoken of now.'],
  [/\bautomatic(?:ally)?\b/i, 'medium', 'Something happens automatically now.'],
]

/** Clauses in which no wording is "only" wording. */
const WEIGHTY: readonly string[] = [
  'Governing law',
  'Jurisdiction',
  'Arbitration',
  'Limitation of liability',
  'Indemnity',
  'Termination for convenience',
  'Termination for cause',
  'Payment',
  'Assignment',
  'Ownership of intellectual property',
]

const rules = (analysis: Analysis, span: Span) =>
  analysis.clauses
    .filter(({ start, end }) => start < span.end && end > span.start)
    .flatMap(({ kind, risks }) =>
      risks
        .filter((risk) => risk.start < span.end && risk.end > span.start)
        .map((risk) => ({ ...risk, key: `${kind.kind}:${risk.rule}` })),
    )

const kindsAt = ({ analysis }: Side, span: Span | null): string[] =>
  span === null
    ? []
    : analysis.clauses.filter(({ start, end }) => start < span.end && end > span.start).map(({ kind }) => kind.title)

const list = (found: readonly string[]): string => found.join(', ')
/** Entries that occur more often in the first list than in the second. */
function missingIn(of: readonly string[], from: readonly string[]): string[] {
  const left = [...from]
  return of.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Figures that stand in one text and not in the other. */
function figures(removed: string, added: string): Reason[] {
  const kinds: readonly (readonly [string, RiskLevel, (text: string) => string[]])[] = [
    [
      'Periods',
      'medium',
      (text) => durations(text).map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`),
    ],
    ['Sums', 'high', (text) => findAmounts(text).map((one) => one.text.trim())],
    [
      'Percentages',
      'medium',
      (text) => text.match(/\b\d{1,3}(?:\.\d{1,3})?(?= ?%| per ?cent)/gi)?.map((one) => `${one} %`) ?? [],
    ],
  ]
  return kinds.flatMap(([name, level, of]) => {
    const [gone, come] = [missingIn(of(removed), of(added)), missingIn(of(added), of(removed))]
    if (gone.length + come.length === 0) return []
    return [
      {
        level,
        reason: `${name}: ${gone.length > 0 ? list(gone) : 'none'} became ${come.length > 0 ? list(come) : 'none'}.`,
      },
    ]
  })
}

function reasonsOf(before: Side, after: Side, change: Omit<Change, 'reasons' | 'kinds'>): Reason[] {
  const [old, now] = [change.before, change.after]
  const [oldText, nowText] = [old, now].map((span, side) =>
    span === null ? '' : fold((side === 0 ? before : after).text.slice(span.start, span.end)),
  ) as [string, string]
  const oldRules = old === null ? [] : rules(before.analysis, old)
  const nowRules = now === null ? [] : rules(after.analysis, now)
  const reasons: Reason[] = nowRules
    .filter(({ key }) => !oldRules.some((one) => one.key === key))
    .map(({ level, reason }) => ({ level, reason }))
  if (change.type === 'removed')
    reasons.push({
      level: kindsAt(before, old).length > 0 ? 'medium' : 'low',
      reason: 'A clause of the earlier version is gone.',
    })
  if (change.type !== 'changed') return reasons
  reasons.push(...figures(oldText, nowText))
  const removed = wordsOf(change, 'removed')
  const added = wordsOf(change, 'added')
  if (NOT.test(removed) !== NOT.test(added))
    reasons.push({
      level: 'high',
      reason: `A negation or exception ${NOT.test(added) ? 'was put in' : 'was taken out'}: the meaning may be turned round.`,
    })
  const [was, is] = [removed, added].map((text) => MODALS.find(([modal]) => modal.test(text))?.[1])
  if (was !== undefined && is !== undefined && was !== is)
    reasons.push({ level: 'medium', reason: `What was ${was} is ${is} now.` })
  for (const [pattern, level, reason] of STRONG)
    if (pattern.test(added) && !pattern.test(oldText)) reasons.push({ level, reason })
  if (/\b(?:either|each|both) part/i.test(removed) && !/\b(?:either|each|both) part/i.test(added))
    reasons.push({ level: 'high', reason: 'What held for both parties may now hold for one.' })
  const weighty = kindsAt(after, now).find((title) => WEIGHTY.includes(title))
  if (reasons.length === 0 && weighty !== undefined)
    return [{ level: 'medium', reason: `The clause on ${weighty.toLowerCase()} says something else now.` }]
  return reasons.length > 0
    ? reasons
    : [{ level: 'low', reason: 'Wording only: no figure, duty, negation or known risk changed.' }]
}

const wordsOf = ({ diff }: Pick<Change, 'diff'>, op: 'added' | 'removed'): string =>
  diff
    .filter((run) => run.op === op)
    .map((run) => run.text)
    .join(' ')

const spanOf = (block: Block | undefined): Span | null =>
  block === undefined ? null : { start: block.start, end: block.end }

/** The changes in the order of the later version. Quadratic only in what differs, within bounds. */
export function compareVersions(earlier: ParsedDocument, later: ParsedDocument): Change[] {
  const before = sideOf(earlier)
  const after = sideOf(later)
  const pairs = align(before, after)
  const gone = new Map(pairs.flatMap(([a, b]) => (a !== null && b === null ? [[before.words[a], a] as const] : [])))
  const moved = new Map<number, number>()
  for (const [a, b] of pairs) {
    const from = a === null && b !== null ? gone.get(after.words[b]) : undefined
    if (from !== undefined && b !== null) moved.set(b, from)
  }
  const movedFrom = new Set(moved.values())
  return pairs.flatMap(([a, b]) => {
    if (b === null && a !== null && movedFrom.has(a)) return []
    const from = a ?? (b === null ? undefined : moved.get(b)) ?? null
    const [old, now] = [from === null ? undefined : before.blocks[from], b === null ? undefined : after.blocks[b]]
    const type = old === undefined ? 'added' : now === undefined ? 'removed' : a === null ? 'moved' : 'changed'
    const texts = [old && before.text.slice(old.start, old.end), now && after.text.slice(now.start, now.end)] as const
    const base = {
      type,
      heading: now?.heading ?? old?.heading ?? null,
      number_before: old?.number ?? null,
      number_after: now?.number ?? null,
      before: spanOf(old),
      after: spanOf(now),
      diff: type === 'moved' ? [] : wordDiff(texts[0] ?? '', texts[1] ?? ''),
    } as const
    const kinds = [...new Set([...kindsAt(before, base.before), ...kindsAt(after, base.after)])]
    return [{ ...base, kinds, reasons: reasonsOf(before, after, base) }]
  })
}
