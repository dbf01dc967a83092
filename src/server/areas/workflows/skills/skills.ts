/** The verbs of skills. A change makes a new revision: agents use the one that they name. */
import { Readable } from 'node:stream'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isScript, SKILLS } from '#contract/workflows/skill-values.ts'
import type { Skill, SkillDetail, SkillId, SkillRevisionId } from '#contract/workflows/skills.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createZip, type NewZipEntry } from '#server/gateways/zip-writer.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { readWhole } from '#server/platform/files/read-whole.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { readSkillText, type SkillText, writeSkillText } from './skill-md.ts'
import * as store from './skills.store.ts'
import { isTextFile, type NewSkillFile, readUploadedSkill } from './unpack-skill.ts'

const present = ({ updated_at, ...row }: store.SkillRow): Skill => ({ ...row, updated_at: updated_at.toISOString() })

/** By name. */
export async function listSkills(db: Queryable, grant: EditGrant): Promise<{ items: Skill[] }> {
  return { items: (await store.findSkills(db, grant.on)).map(present) }
}

async function requireSkill(
  db: Queryable,
  grant: EditGrant,
  id: SkillId,
): Promise<store.SkillRow & { text: SkillText }> {
  const row = await store.findSkill(db, grant.on, id)
  const text = row && (await store.findRevision(db, grant.on, row.revision_id))
  if (!row || !text) throw new AppError('not_found')
  return { ...row, text }
}

/** @throws not_found, also for one of another owner */
export async function getSkill(db: Queryable, grant: EditGrant, id: SkillId): Promise<SkillDetail> {
  const { text, ...row } = await requireSkill(db, grant, id)
  const files = await store.findFiles(db, row.revision_id)
  return {
    ...present(row),
    text: writeSkillText(text),
    items: files.map(({ path, bytes, is_text }) => ({
      path,
      bytes,
      kind: isScript(path) ? 'script' : is_text ? 'text' : 'binary',
    })),
    used_by: await store.findUses(db, grant.on, row),
  }
}

/** @throws not_found */
export async function getSkillFile(db: Queryable, grant: EditGrant, id: SkillId, path: string) {
  const { revision_id } = await requireSkill(db, grant, id)
  const file = await store.findContent(db, grant.on, revision_id, path)
  if (!file) throw new AppError('not_found')
  return { path, text: file.is_text ? file.content.toString('utf8') : null }
}

/** Under the lock of the owner. @throws already_exists, with the field that has the name */
async function refuseName(tx: Queryable, owner: UserId, name: string, except: SkillId | null, field: string) {
  const same = await store.findSkillByName(tx, owner, name)
  if (same !== null && same !== except) throw fieldError(field, `You already have a skill “${name}”.`, 'already_exists')
}

interface Content {
  text: SkillText
  /** The revision whose other files are kept. */
  from: SkillRevisionId | null
  /** Files that are replaced or removed. */
  without: readonly string[]
  files: readonly NewSkillFile[]
}

/** @throws limit_reached */
async function addContent(tx: Queryable, owner: UserId, id: SkillId, { text, from, without, files }: Content) {
  const revision = await store.addRevision(tx, owner, id, text)
  if (from !== null) await store.copyFiles(tx, from, revision, without)
  for (const file of files) await store.addFile(tx, revision, file)
  const bytes = await store.countBytes(tx, revision)
  if ((await store.findFiles(tx, revision)).length > SKILLS.files || bytes > SKILLS.bytes)
    throw new AppError('limit_reached', {
      message: `A skill can have up to ${SKILLS.files} files with ${SKILLS.bytes / 1_000_000} MB.`,
    })
  await store.removeUnused(tx, owner)
  const all = await store.sizeOfSkills(tx, owner)
  if (all.skills > SKILLS.per_person || all.bytes > SKILLS.bytes_per_person)
    throw new AppError('limit_reached', {
      message: `You can have up to ${SKILLS.per_person} skills with ${SKILLS.bytes_per_person / 1_000_000} MB.`,
    })
}

/** A skill from the text of its SKILL.md. @throws import_refused, already_exists, limit_reached */
export async function createSkill(db: Database, grant: EditGrant, given: string): Promise<SkillDetail> {
  const { skill } = readSkillText(given, 'text')
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await refuseName(tx, grant.on, skill.name, null, 'text')
    const id = await store.addSkill(tx, grant.on, skill.name)
    await addContent(tx, grant.on, id, { text: skill, from: null, without: [], files: [] })
    return getSkill(tx, grant, id)
  })
}

/** Held in memory as a whole: a few at a time. */
const inMemory = createKeyedSemaphore(4)

/**
 * A skill from a ZIP of its folder or from its SKILL.md.
 * @param replace a skill of the same name gets this content
 * @throws import_refused, already_exists, limit_reached, file_too_large, file_broken, file_encrypted
 */
export function importSkill(
  db: Database,
  grant: EditGrant,
  { stream }: { stream: Readable },
  replace: boolean,
): Promise<{ skill: Skill; notes: string[] }> {
  return inMemory('all', async () => {
    const { skill, files, notes } = await readUploadedSkill(await readWhole(stream, SKILLS.bytes))
    return db.transaction().execute(async (tx) => {
      await lockOwner(tx, grant.on)
      const same = await store.findSkillByName(tx, grant.on, skill.name)
      if (!replace) await refuseName(tx, grant.on, skill.name, null, 'file')
      const id = same ?? (await store.addSkill(tx, grant.on, skill.name))
      await addContent(tx, grant.on, id, { text: skill, from: null, without: [], files })
      return { skill: present(await requireSkill(tx, grant, id)), notes }
    })
  })
}

interface SkillChange {
  revision_id: SkillRevisionId
  text?: string | undefined
  files: readonly { path: string; text: string }[]
  remove: readonly string[]
}

/** @throws invalid_input */
function refusePaths(files: SkillChange['files']): void {
  const paths = files.map(({ path }) => path.toLowerCase())
  const twice = paths.findIndex((path, at) => path === 'skill.md' || paths.indexOf(path) !== at)
  if (twice >= 0) throw fieldError(`files.${twice}.path`, 'There already is a file with this path')
}

/** Changes texts and files. @throws not_found, stale_details, import_refused, already_exists, limit_reached */
export async function updateSkill(
  db: Database,
  grant: EditGrant,
  id: SkillId,
  { revision_id, text, files, remove }: SkillChange,
): Promise<SkillDetail> {
  refusePaths(files)
  const read = text === undefined ? null : readSkillText(text, 'text').skill
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const before = await requireSkill(tx, grant, id)
    if (before.revision_id !== revision_id) throw new AppError('stale_details')
    if (read) await refuseName(tx, grant.on, read.name, id, 'text')
    const there = await store.findFiles(tx, revision_id)
    const added = files.map(({ path, text: content }): NewSkillFile => {
      const bytes = Buffer.from(content, 'utf8')
      return { path: spelled(there, path), content: bytes, is_text: isTextFile(bytes) }
    })
    await addContent(tx, grant.on, id, {
      text: read ?? before.text,
      from: revision_id,
      without: [...remove, ...added.map(({ path }) => path)],
      files: added,
    })
    return getSkill(tx, grant, id)
  })
}

/** The path as the file that is replaced has it. */
const spelled = (there: readonly store.FileRow[], path: string): string =>
  there.find((one) => one.path.toLowerCase() === path.toLowerCase())?.path ?? path

/** Drafts and versions that use it keep the revision they name, until they are gone. @throws not_found */
export async function deleteSkill(db: Database, grant: EditGrant, id: SkillId): Promise<{ id: SkillId }> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    if (!(await store.removeSkill(tx, grant.on, id))) throw new AppError('not_found')
    await store.removeUnused(tx, grant.on)
    return { id }
  })
}

/** A ZIP of its folder, as the open format has it. @throws not_found */
export async function exportSkill(
  db: Queryable,
  grant: EditGrant,
  id: SkillId,
): Promise<{ name: string; body: Readable }> {
  const { text, revision_id } = await requireSkill(db, grant, id)
  const files = await store.findFiles(db, revision_id)
  const folder = text.name
  async function* entries(): AsyncGenerator<NewZipEntry> {
    yield { name: `${folder}/SKILL.md`, data: one(Buffer.from(writeSkillText(text))) }
    for (const { path } of files) {
      const file = await store.findContent(db, grant.on, revision_id, path)
      if (file) yield { name: `${folder}/${path}`, data: one(file.content) }
    }
  }
  return { name: `${folder}.zip`, body: Readable.from(createZip(entries()), { objectMode: false }) }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Characters of all texts together that are read for a review. */
const MOST_REVIEWED = 400_000

/**
 * The skills that settings name by their revisions, for a person who reviews them. Texts beyond a bound, and files that are no text, are null.
 * @param owner whose skills they are
 */
export async function readSkills(db: Queryable, owner: UserId, ids: readonly string[]) {
  let left = MOST_REVIEWED
  const bounded = (text: string): string | null => {
    left -= text.length
    return left < 0 ? null : text
  }
  const found: { name: string; text: string | null; files: { path: string; text: string | null }[] }[] = []
  for (const { id, name } of await store.findRevisions(db, owner, ids)) {
    const revision = id as SkillRevisionId
    const text = await store.findRevision(db, owner, revision)
    const files: { path: string; text: string | null }[] = []
    for (const { path, is_text, bytes } of await store.findFiles(db, revision)) {
      const content = is_text && bytes <= left ? await store.findContent(db, owner, revision, path) : null
      files.push({ path, text: content && bounded(content.content.toString('utf8')) })
    }
    found.push({ name, text: text && bounded(writeSkillText(text)), files })
  }
  return found
}
