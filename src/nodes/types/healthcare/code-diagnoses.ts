import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { ASSERTIONS } from '#nodes/lib/clinical/assertion.ts'
import { leastConfidence, NoteEvidence, placesPerCode } from '#nodes/lib/clinical/code-nodes.ts'
import { codeNote } from '#nodes/lib/clinical/code-note.ts'
import type { CodedFinding } from '#nodes/lib/clinical/coded-finding.ts'
import { conceptIndex } from '#nodes/lib/clinical/concept-index.ts'
import { type Finding, findFindings, findingsAt } from '#nodes/lib/clinical/findings.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'
import { Entity } from '#nodes/types/legal/recognise-entities.ts'
import { isObject } from '#shared/json.ts'

const Given = z.array(Entity.pick({ start: true, end: true, assertion: true, section: true, sentence: true }))

export const codeDiagnoses = defineNode({
  type: 'code_diagnoses',
  version: 1,
  title: 'Code diagnoses',
  category: 'healthcare',
  icon: 'file-check',
  description:
    'Gives the ICD-10-CM codes of a note’s findings, the most specific that the words allow, each with its confidence and the exact words, sentence and place that support it. Works by dictionary and rules; no model is asked.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
    entities: value(
      'Entities',
      'What Recognise entities found. Left out, the entities of the input are taken; without any the note is read here.',
    ),
    min_confidence: leastConfidence(0.3),
    combine: z
      .boolean()
      .default(true)
      .describe(
        'Join findings that ICD-10-CM presumes to be linked, such as diabetes and kidney disease, and leave out what is said more exactly elsewhere.',
      )
      .meta({ title: 'Combine linked findings' }),
    evidence_limit: placesPerCode,
  }),
  output: z.object({
    /** Billable candidates first, surest first; then what is negated, past or a relative's. */
    codes: z.array(
      z.object({
        code: z.string(),
        description: z.string(),
        candidate: z.boolean(),
        confidence: z.number().min(0).max(1),
        assertion: z.enum(ASSERTIONS),
        evidence: z.array(NoteEvidence),
      }),
    ),
    code_system: z.literal('ICD-10-CM'),
    table_version: z.string(),
  }),
  sentence: ({ min_confidence }) => `ICD-10-CM codes from a confidence of ${min_confidence}`,
  timeout_ms: 60_000,
  async run(ctx) {
    const { config, input } = ctx
    const document = noteFrom(config.document, input)
    const table = await ctx.codes.table('icd10cm')
    const index = conceptIndex(table)
    ctx.signal.throwIfAborted()
    const given = entitiesFrom(config.entities ?? (isObject(input) ? input.entities : undefined), document)
    const found = given === null ? findFindings(index, document.text) : findingsAt(index, document.text, given)
    const { min_confidence, combine, evidence_limit } = config
    const codes = codeNote(index, document.text, found, { minimum_confidence: min_confidence, combine, evidence_limit })
    return output({
      codes: codes.map((code) => present(document, code)) as unknown as Json,
      code_system: 'ICD-10-CM',
      table_version: table.version,
    })
  },
})

/** Null when there are none to take. @throws NodeError `entities_invalid` */
function entitiesFrom(given: Json | undefined, document: ParsedDocument): z.output<typeof Given> | null {
  if (given === undefined || given === null) return null
  const parsed = Given.safeParse(given)
  const fits = parsed.data?.every(
    ({ start, end, sentence }) =>
      start >= sentence.start && end <= sentence.end && sentence.end <= document.text.length,
  )
  if (parsed.success && fits === true) return parsed.data
  throw new NodeError('entities_invalid', 'Expected the entities that Recognise entities found in this document', {
    field: 'entities',
  })
}

const present = (document: ParsedDocument, coded: CodedFinding) => ({
  code: coded.code,
  description: coded.description,
  candidate: coded.candidate,
  confidence: coded.confidence,
  assertion: coded.assertion,
  evidence: coded.evidence.map((finding) => evidence(document, finding)),
})

const evidence = (document: ParsedDocument, finding: Finding) => {
  const { start, end } = finding.sentence
  return {
    ...placed(document, finding),
    sentence: { text: document.text.slice(start, end), start, end },
    section: finding.section,
  }
}
