/** Skills: folders in the open SKILL.md format that a person keeps here and that their agents read when a task needs one. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { pathProblem, SKILLS } from './skill-values.ts'

const SkillId = z.uuid().brand('SkillId')
export type SkillId = z.infer<typeof SkillId>
const SkillRevisionId = z.uuid().brand('SkillRevisionId')
export type SkillRevisionId = z.infer<typeof SkillRevisionId>

export const Skill = z.object({
  id: SkillId,
  name: z.string(),
  description: z.string(),
  /** What an agent names to use the skill as it is now. */
  revision_id: SkillRevisionId,
  /** Earlier revisions that drafts or versions still use. */
  earlier: z.array(SkillRevisionId),
  /** Files besides SKILL.md. */
  files: z.number().int(),
  bytes: z.number().int(),
  updated_at: Timestamp,
})
export type Skill = z.infer<typeof Skill>

const SkillFile = z.object({ path: z.string(), bytes: z.number().int(), kind: z.enum(['text', 'script', 'binary']) })
export type SkillFile = z.infer<typeof SkillFile>

export const SkillDetail = Skill.extend({
  /** SKILL.md as it is exported. */
  text: z.string(),
  items: z.array(SkillFile),
  /** Workflows whose draft uses it; `newest`: as it is now. */
  used_by: z.array(z.object({ id: WorkflowId, name: z.string(), newest: z.boolean() })),
})
export type SkillDetail = z.infer<typeof SkillDetail>

const Text = z
  .string()
  .min(1, 'Write what the skill is for')
  .max(SKILLS.text, `SKILL.md can have up to ${SKILLS.text} characters`)
const Path = z
  .string()
  .max(SKILLS.path)
  .superRefine((path, context) => {
    const problem = pathProblem(path)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

const author = withPermission('workflows.create')
const params = z.object({ id: SkillId })
const path = '/api/v1/skills/{id}'
const refused = ['import_refused', 'already_exists', 'limit_reached'] as const

export const skillEndpoints = {
  listSkills: endpoint({
    method: 'GET',
    path: '/api/v1/skills',
    access: author,
    query: wholeList(SKILLS.per_person),
    returns: listOf(Skill),
  }),
  createSkill: endpoint({
    method: 'POST',
    path: '/api/v1/skills',
    access: author,
    body: z.strictObject({ text: Text }),
    returns: SkillDetail,
    errors: refused,
    success: 201,
  }),
  importSkill: endpoint({
    method: 'POST',
    path: '/api/v1/skills/import',
    access: author,
    query: z.object({
      /** `yes`: a skill of the same name gets this content. */
      replace: z.enum(['yes', 'no']).default('no'),
    }),
    consumes: 'multipart',
    returns: z.object({
      skill: Skill,
      /** What was changed or won’t work here, as sentences. */
      notes: z.array(z.string()),
    }),
    errors: [...refused, 'file_too_large'],
    timeout: 60_000,
    success: 201,
  }),
  getSkill: endpoint({
    method: 'GET',
    path,
    access: author,
    params,
    returns: SkillDetail,
    errors: ['not_found'],
  }),
  updateSkill: endpoint({
    method: 'PUT',
    path,
    access: author,
    params,
    body: z.strictObject({
      /** The one that was looked at: what changed meanwhile is not overwritten. */
      revision_id: SkillRevisionId,
      text: Text.optional(),
      /** Text files to add or to replace. */
      files: z
        .array(z.strictObject({ path: Path, text: z.string().max(SKILLS.file_bytes) }))
        .max(20)
        .default([]),
      /** Paths of files to remove. */
      remove: z.array(Path).max(SKILLS.files).default([]),
    }),
    returns: SkillDetail,
    errors: [...refused, 'not_found', 'stale_details'],
  }),
  getSkillFile: endpoint({
    method: 'GET',
    path: `${path}/file`,
    access: author,
    params,
    query: z.object({ path: Path }),
    returns: z.object({
      path: z.string(),
      /** Null where it is no text. */
      text: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
  exportSkill: endpoint({
    method: 'GET',
    path: `${path}/export`,
    access: author,
    params,
    answers: 'file',
    returns: z.string(),
    errors: ['not_found'],
  }),
  deleteSkill: endpoint({
    method: 'DELETE',
    path,
    access: author,
    params,
    returns: z.object({ id: SkillId }),
    errors: ['not_found'],
  }),
}
