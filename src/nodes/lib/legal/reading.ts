/** A contract as the checks below read it: sentences with their folded text and the heading they stand under. */

import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { type Analysis, analyse } from './analyse.ts'
import { fold } from './kind.ts'
import type { Block } from './segment.ts'

export interface ReadSentence extends Span {
  folded: string
  block: Block
  /** Of its section; null outside of sections. */
  heading: string | null
}

export interface Reading {
  document: ParsedDocument
  analysis: Analysis
  sentences: ReadSentence[]
}

/** Reads once what several rules look at. Linear. */
export function read(document: ParsedDocument): Reading {
  const analysis = analyse(document.text)
  let heading: string | null = null
  let level = 10
  const spans = analysis.blocks.flatMap((block) => {
    if (block.heading !== null || block.level <= level) {
      heading = block.heading ?? (block.level < level ? null : heading)
      level = Math.min(block.level, 3)
    }
    const under = block.heading ?? heading
    return sentences(document.text, block.start, block.end).map((span) => ({
      ...span,
      folded: fold(document.text.slice(span.start, span.end)),
      block,
      heading: under,
    }))
  })
  return { document, analysis, sentences: spans }
}
