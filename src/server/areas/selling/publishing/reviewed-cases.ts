/** Test cases of runs that people decided about: personal data is replaced here each time, whatever the browser sends (decision 0360). */
import { TestCase } from '#contract/agents/evaluations.ts'
import { EVALUATIONS, REVIEWED_CASE } from '#contract/agents/publishing-limits.ts'
import type { CasePreview, MadeCase, MakeReviewedCase } from '#contract/agents/reviewed-cases.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId, Json, UserId } from '#contract/core/primitives.ts'
import { readResult } from '#findings/result.ts'
import type { PhiKind } from '#nodes/lib/phi/kinds.ts'
import { Replacements } from '#nodes/lib/phi/replace.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { type DecidedFindings, type OpenOutput, readDecided, readOwnRun } from '#server/areas/runs/runs.ts'
import type { EditGrant } from '#server/areas/workflows/workflows.ts'
import { memberOf } from '#server/platform/access/caller.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { type FoundText, NoText, textsOf, withTexts } from './case-texts.ts'
import * as store from './evaluations.store.ts'
import { refuseWrongCases } from './evaluations.ts'
import { hashCanonical } from './samples.ts'

interface Parts {
  open: OpenOutput
  files: Pick<FilesPort, 'write'>
}

/** @throws not_found, case_of_others, illegal_transition for an archived workflow, case_needs_consent, case_content_deleted */
async function allowedSource(db: Queryable, owner: UserId, id: ExecutionId, keep = false): Promise<store.SourceRow> {
  const row = await store.findSource(db, owner, id, keep)
  if (row === null) throw new AppError('not_found')
  if (!row.is_own) throw new AppError('case_of_others')
  if (row.is_archived)
    throw new AppError('illegal_transition', { message: 'This workflow is archived. Restore it to add test cases.' })
  // A person consents for an account of their own by asking.
  if (row.is_workspace && !row.consents) throw new AppError('case_needs_consent')
  if (!row.has_content) throw new AppError('case_content_deleted')
  return row
}

interface Source {
  row: store.SourceRow
  input: Json
  texts: FoundText[]
  decided: DecidedFindings
}

/** @throws not_found, case_of_others, case_needs_consent, case_content_deleted, case_not_decided, case_needs_text, file_too_large */
async function readSource(db: Queryable, owner: UserId, id: ExecutionId, open: OpenOutput): Promise<Source> {
  const row = await allowedSource(db, owner, id)
  const decided = await readDecided(db, id, open)
  if (!decided.is_decided) throw new AppError('case_not_decided')
  if (decided.expected.length === 0)
    throw new AppError('case_not_decided', {
      message: 'No finding was accepted or edited, so there’s nothing a test case could expect.',
    })
  const { input, output } = await readOwnRun(db, owner, { execution_id: id, workflow_id: row.workflow_id }, open)
  const texts = readTexts(input, output)
  return { row, input, texts, decided }
}

function readTexts(input: Json, output: Json): FoundText[] {
  try {
    const texts = textsOf(input, readResult(output, null, null))
    refuseLarge(texts)
    return texts
  } catch (error) {
    throw error instanceof NoText ? new AppError('case_needs_text') : error
  }
}

/** @throws file_too_large */
function refuseLarge(texts: readonly { text: string }[]): void {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > REVIEWED_CASE.characters || texts.length > REVIEWED_CASE.texts)
    throw new AppError('file_too_large', {
      message: `A test case of a run can hold up to ${REVIEWED_CASE.characters / 1000},000 characters in ${REVIEWED_CASE.texts} texts.`,
    })
}

interface Cleaned {
  texts: string[]
  expected: { text: string; verdict: 'accepted' | 'edited' }[]
  counts: Map<PhiKind, number>
  replacements: Replacements
}

/** @param edits what a person wrote instead of texts of the preview, by their place */
function clean({ texts, decided }: Source, edits: ReadonlyMap<number, string> = new Map()): Cleaned {
  const replacements = new Replacements()
  for (const { text, label } of texts) replacements.add(text, label)
  for (const [at, text] of edits) replacements.add(text, texts[at]?.label)
  const counts: Cleaned['counts'] = new Map()
  const replaced = (text: string, label?: string): string => {
    const made = replacements.replace(text, label)
    for (const [kind, count] of Object.entries(made.counts) as [PhiKind, number][])
      counts.set(kind, (counts.get(kind) ?? 0) + count)
    return made.text
  }
  const cleaned = texts.map(({ text, label }, at) => {
    const own = replaced(text, label)
    const edit = edits.get(at)
    return edit === undefined || edit === own ? own : replaced(edit, label)
  })
  const expected = decided.expected.map(({ text, verdict, is_code }) => ({
    // Codes come from a table, and say nothing of a person.
    text: is_code ? text : replacements.replace(text).text,
    verdict,
  }))
  return { texts: cleaned, expected, counts, replacements }
}

/** Not the title of the run: it may be the name of a patient. */
const nameOf = (id: ExecutionId, { revision }: DecidedFindings): string =>
  `Reviewed run ${id.slice(-6)}${revision > 1 ? `, revision ${revision}` : ''}`

const countsOf = (counts: Cleaned['counts']) =>
  [...counts].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count)

/** @throws not_found, case_of_others, case_needs_consent, case_content_deleted, case_not_decided, case_needs_text, illegal_transition, file_too_large */
export async function previewReviewedCase(
  db: Queryable,
  grant: EditGrant,
  id: ExecutionId,
  open: OpenOutput,
): Promise<CasePreview> {
  const source = await readSource(db, grant.on, id, open)
  const { workflow_id } = source.row
  const { texts, expected, counts } = clean(source)
  const { revision } = source.decided
  return {
    workflow_id,
    name: nameOf(id, source.decided),
    revision,
    texts: source.texts.map(({ field, is_document }, at) => ({ at, field, text: texts[at] ?? '', is_document })),
    replaced: countsOf(counts),
    expected,
    is_made: (await store.findPlaceOf(db, workflow_id, { execution_id: id, revision })) !== null,
  }
}

/** @throws invalid_input for a text that the run hasn’t, and for one that is named twice */
function editsOf(sent: MakeReviewedCase['texts'], texts: readonly FoundText[]): Map<number, string> {
  const edits = new Map<number, string>()
  for (const [index, { at, text }] of sent.entries()) {
    if (at >= texts.length) throw fieldError(`texts.${index}.at`, 'This run has no such text.')
    if (edits.has(at)) throw fieldError(`texts.${index}.at`, 'This text is sent more than once.')
    edits.set(at, text)
  }
  refuseLarge(texts.map((one, at) => ({ text: edits.get(at) ?? one.text })))
  return edits
}

const casesIn = async (db: Queryable, source: Source): Promise<TestCase[]> =>
  (await store.findCases(db, source.row.workflow_id)).map((one) => TestCase.parse(one))

/** The case of this revision, where it is there. */
async function findMade(db: Queryable, id: ExecutionId, source: Source): Promise<MadeCase | null> {
  const { workflow_id } = source.row
  const place = await store.findPlaceOf(db, workflow_id, { execution_id: id, revision: source.decided.revision })
  if (place === null) return null
  const cases = await casesIn(db, source)
  const made = cases[place]
  return made === undefined ? null : { workflow_id, case: made, cases: cases.length, is_new: false }
}

/**
 * @throws not_found, case_of_others, case_needs_consent, case_content_deleted, case_not_decided, case_needs_text, illegal_transition, file_too_large,
 * invalid_input with the field, limit_reached
 */
export async function makeReviewedCase(
  db: Database,
  grant: EditGrant,
  id: ExecutionId,
  { name, texts: sent }: MakeReviewedCase,
  { open, files }: Parts,
): Promise<MadeCase> {
  const source = await readSource(db, grant.on, id, open)
  const before = await findMade(db, id, source)
  if (before !== null) return before
  const cleaned = clean(source, editsOf(sent, source.texts))
  const values = await storeDocuments(files, grant.on, { id, source, texts: cleaned.texts })
  const made = TestCase.parse({
    name: cleaned.replacements.replace(name).text.slice(0, EVALUATIONS.name) || nameOf(id, source.decided),
    input: withTexts(source.input, values, cleaned.replacements),
    expected: [...new Set(cleaned.expected.map(({ text }) => text))],
    scorer: { type: 'contains', ignore_case: true },
  })
  await refuseWrongCases(db, grant.by, [made])
  return db.transaction().execute(async (tx) => {
    await store.lockCases(tx, source.row.workflow_id)
    // The consent may be taken back and the run deleted meanwhile.
    await allowedSource(tx, grant.on, id, true)
    return (await findMade(tx, id, source)) ?? (await keep(tx, grant, id, { source, made, cleaned }))
  })
}

/** The text of a document as a file that goes with the run; other texts as they are. */
async function storeDocuments(
  files: Pick<FilesPort, 'write'>,
  owner: UserId,
  { id, source, texts }: { id: ExecutionId; source: Source; texts: readonly string[] },
): Promise<Json[]> {
  const values: Json[] = []
  for (const [at, { is_document }] of source.texts.entries()) {
    const text = texts[at] ?? ''
    if (!is_document) values.push(text)
    else {
      const content = { name: 'document.txt', mime: 'text/plain', bytes: Buffer.from(text) }
      const key = `${id}:case:${source.decided.revision}:${at}:${hashCanonical(text)}`
      const { file_id } = await files.write(content, { user_id: owner }, key)
      values.push({ file_id })
    }
  }
  return values
}

async function keep(
  tx: Queryable,
  { by, on }: EditGrant,
  id: ExecutionId,
  { source, made, cleaned }: { source: Source; made: TestCase; cleaned: Cleaned },
): Promise<MadeCase> {
  const { workflow_id } = source.row
  const { revision } = source.decided
  const cases = await casesIn(tx, source)
  if (cases.length >= EVALUATIONS.cases)
    throw new AppError('limit_reached', {
      message: `A workflow can have up to ${EVALUATIONS.cases} test cases. Delete some of them.`,
    })
  await store.replaceCases(tx, workflow_id, [...cases, made], { execution_id: id, revision })
  await insertAudit(tx, {
    actor_id: (by.type === 'user' ? memberOf(by) : null) ?? on,
    action: 'test_case.make',
    target_id: id,
    reason: null,
    details: { account: on, workflow: workflow_id, revision, replaced: Object.fromEntries(cleaned.counts) },
  })
  return { workflow_id, case: made, cases: cases.length + 1, is_new: true }
}
