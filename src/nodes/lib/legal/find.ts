/** Finding clauses: headings first, then what sentences say. Pure and linear. */
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { type ClauseKind, fold, passes } from './kind.ts'
import { CLAUSE_KINDS } from './kinds.ts'
import type { Block } from './segment.ts'

export interface FoundClause extends Span {
  kind: ClauseKind
  /** 0 to 1. */
  confidence: number
  found_by: 'heading' | 'text'
  heading: string | null
}

/** A sentence with its folded text; one that ends with a colon is read together with the next. */
interface Sentence extends Span {
  folded: string
  block: Block
  matched: Map<ClauseKind, number>
}

/** A block shorter than this is the clause as a whole; in a longer one only the sentences that speak of the kind are. */
const SHORT_BLOCK = 900

/** A section longer than this is a part of the document, not a clause: only its first block is marked. */
const LONGEST_SECTION = 20_000

/** A shorter one is a fragment or a heading, which is read as such. */
const SHORTEST_SENTENCE = 16

const SILENT_ROLES: readonly string[] = ['recital', 'contents', 'title', 'signature']

function matchKinds(folded: string): Map<ClauseKind, number> {
  const matched = new Map<ClauseKind, number>()
  if (folded.length < SHORTEST_SENTENCE) return matched
  for (const kind of CLAUSE_KINDS) {
    let count = 0
    for (const pattern of kind.body) if (pattern.test(folded)) count++
    if (count > 0 && !kind.not?.test(folded)) matched.set(kind, count)
  }
  return matched
}

/** Every sentence of the blocks that can hold clauses, with the kinds it speaks of. */
function readSentences(text: string, blocks: readonly Block[]): Sentence[] {
  const spans = blocks
    .filter((block) => !SILENT_ROLES.includes(block.role))
    .flatMap((block) => sentences(text, block.start, block.end).map((span) => ({ ...span, block })))
  return spans.map(({ start, end, block }, index) => {
    const next = spans[index + 1]
    const joined = next !== undefined && /[:—-]$/.test(text.slice(start, end)) && next.block.level >= 6 ? next.end : end
    const folded = fold(text.slice(start, joined))
    return { start, end, block, folded, matched: matchKinds(folded) }
  })
}

const isJoint = (heading: string): boolean => /\b(?:and|or)\b|[&,;/]/i.test(heading)

/** Runs of neighbouring sentences that speak of a kind become one span; a single silent sentence between is bridged. */
function runs(list: readonly Sentence[], kind: ClauseKind): { span: Span; patterns: number }[] {
  const out: { span: Span; patterns: number; last: number }[] = []
  for (const [index, sentence] of list.entries()) {
    const count = sentence.matched.get(kind)
    if (count === undefined) continue
    const open = out.at(-1)
    if (open !== undefined && index - open.last <= 2) {
      open.span.end = sentence.end
      open.patterns = Math.max(open.patterns, count)
      open.last = index
    } else out.push({ span: { start: sentence.start, end: sentence.end }, patterns: count, last: index })
  }
  return out
}

function byHeading(block: Block, inside: readonly Sentence[]): FoundClause[] {
  const { heading } = block
  if (heading === null || SILENT_ROLES.includes(block.role)) return []
  const folded = fold(heading)
  const kinds = CLAUSE_KINDS.filter((kind) => kind.heading.some((pattern) => pattern.test(folded)))
  return kinds.flatMap((kind) => {
    const whole = block.section_end - block.start <= LONGEST_SECTION
    const section = { start: block.start, end: whole ? block.section_end : block.end }
    const supported = inside.filter((sentence) => sentence.matched.has(kind))
    const base = { kind, found_by: 'heading' as const, heading }
    if (kind.heading_needs_text && supported.length === 0) return []
    if ((kinds.length === 1 && !isJoint(folded)) || supported.length === 0) {
      return [{ ...base, ...section, confidence: supported.length > 0 ? 0.97 : kinds.length === 1 ? 0.85 : 0.7 }]
    }
    return runs(inside, kind).map(({ span }) => ({ ...base, ...span, confidence: 0.92 }))
  })
}

function byText(block: Block, list: readonly Sentence[]): FoundClause[] {
  const kinds = new Set(list.flatMap((sentence) => [...sentence.matched.keys()]))
  const short = block.end - block.start <= SHORT_BLOCK
  return [...kinds].flatMap((kind) => {
    const found = runs(list, kind)
    const patterns = found.reduce((most, run) => Math.max(most, run.patterns), 0)
    const confidence = Math.min(0.9, 0.6 + 0.1 * patterns)
    const base = { kind, confidence, found_by: 'text' as const, heading: block.heading }
    if (short && kinds.size === 1) return [{ ...base, start: block.start, end: block.end }]
    return found.map(({ span }) => ({ ...base, ...span }))
  })
}

/** Drops what lies inside a clause of the same kind and joins what touches. Input in any order. */
function settle(clauses: readonly FoundClause[]): FoundClause[] {
  const open = new Map<ClauseKind, FoundClause>()
  const out: FoundClause[] = []
  const ordered = [...clauses].sort((a, b) => a.start - b.start || b.end - a.end)
  for (const clause of ordered) {
    const last = open.get(clause.kind)
    if (last !== undefined && clause.start <= last.end + 2) {
      last.end = Math.max(last.end, clause.end)
      last.confidence = Math.max(last.confidence, clause.confidence)
      continue
    }
    const copy = { ...clause }
    open.set(clause.kind, copy)
    out.push(copy)
  }
  return out
}

/** The sentences that lie in a span, by binary search over the ordered list. */
function within(list: readonly Sentence[], { start, end }: Span): Sentence[] {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  const out: Sentence[] = []
  for (let index = low; index < list.length; index++) {
    const sentence = list[index]
    if (sentence === undefined || sentence.start >= end) break
    out.push(sentence)
  }
  return out
}

/** Clauses of a segmented text in reading order; one sentence may belong to clauses of several kinds. */
export function findByRules(text: string, blocks: readonly Block[]): FoundClause[] {
  const list = readSentences(text, blocks)
  const headed = blocks.flatMap((block) =>
    block.heading === null ? [] : byHeading(block, within(list, { start: block.start, end: block.section_end })),
  )
  const spoken = blocks.flatMap((block) => byText(block, within(list, block)))
  return settle([...headed, ...spoken])
}

/** Which rules of a kind a clause breaks, with the sentence that shows it. */
export function risksOf(clause: FoundClause, text: string, indian: boolean) {
  const whole = fold(text.slice(clause.start, clause.end))
  const spans = sentences(text, clause.start, clause.end).map((span) => ({
    ...span,
    folded: fold(text.slice(span.start, span.end)),
  }))
  return clause.kind.risks.flatMap(({ rule, level, reason, ...tests }) => {
    if (tests.indian && !indian) return []
    if (tests.unless !== undefined && passes(tests.unless, whole)) return []
    if (tests.clause !== undefined && !passes(tests.clause, whole)) return []
    const { sentence } = tests
    if (sentence === undefined) return [{ rule, level, reason, start: clause.start, end: clause.end }]
    const shown = spans.find((span) => passes(sentence, span.folded))
    return shown === undefined ? [] : [{ rule, level, reason, start: shown.start, end: shown.end }]
  })
}
