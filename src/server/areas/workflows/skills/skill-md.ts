/**
 * SKILL.md: YAML front matter and a body in Markdown, by the open specification (agentskills.io/specification). Front matter is read as
 * texts, lists and maps of texts and nothing else, as its reference validator reads it: no anchors, no tags, no keys twice.
 */
import { isAlias, isNode, parseDocument, visit } from 'yaml'
import { AppError } from '#contract/core/errors.ts'
import { SKILL_NAME, SKILLS } from '#contract/workflows/skill-values.ts'
import { isObject } from '#shared/json.ts'

export interface SkillText {
  name: string
  description: string
  license: string | null
  compatibility: string | null
  allowed_tools: string | null
  metadata: Record<string, string>
  body: string
}

const MOST_FRONT = 20_000
const KNOWN = new Set(['name', 'description', 'license', 'compatibility', 'allowed-tools', 'metadata'])

/** @returns import_refused; `field` is the part of the request */
export const refuseSkill = (message: string, field: string): AppError =>
  new AppError('import_refused', { message, problems: [{ message, field, code: 'import_refused' }] })

/** @throws what `refuse` makes of the problem */
function frontMatterOf(text: string, refuse: (message: string) => AppError): { front: unknown; body: string } {
  const found = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text)
  const [whole, front] = found ?? []
  if (whole === undefined || front === undefined)
    throw refuse('SKILL.md must begin with front matter: a line “---”, name and description, and another line “---”.')
  if (front.length > MOST_FRONT) throw refuse(`The front matter can have up to ${MOST_FRONT} characters.`)
  if (/[[{]{50}/.test(front)) throw refuse('The front matter is nested too deeply.')
  const document = parseDocument(front, { schema: 'failsafe', merge: false, logLevel: 'silent', uniqueKeys: true })
  const [error] = document.errors
  if (error) throw refuse(`The front matter isn’t valid YAML: ${(error.message.split('\n')[0] ?? '').slice(0, 200)}`)
  visit(document, (_key, node) => {
    if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor))
      throw refuse('The front matter can’t contain YAML anchors or aliases.')
    if (isNode(node) && node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
      throw refuse('The front matter can’t contain YAML tags.')
  })
  if (document.warnings.length > 0) throw refuse('The front matter can’t contain YAML tags.')
  return { front: document.toJS({ maxAliasCount: 0 }), body: text.slice(whole.length).replace(/^\n+/, '') }
}

/** A text as it is; a list as texts with spaces between them. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : Array.isArray(value) ? value.map(asText).join(' ').trim() : ''

function metadataOf(given: unknown, refuse: (message: string) => AppError): Record<string, string> {
  if (given === undefined || given === '') return {}
  if (!isObject(given)) throw refuse('“metadata” must be a list of keys with texts.')
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function refuseLong(skill: SkillText, refuse: (message: string) => AppError): void {
  const { name, description, license, compatibility, allowed_tools, metadata } = skill
  if (name === '') throw refuse('The front matter has no “name”.')
  if (name.length > SKILLS.name) throw refuse(`The name can have up to ${SKILLS.name} characters.`)
  if (!SKILL_NAME.test(name))
    throw refuse('The name can have lower-case letters, digits and single hyphens between them, such as “pdf-forms”.')
  if (description === '') throw refuse('The front matter has no “description”.')
  const lengths: [string, string | null, number][] = [
    ['description', description, SKILLS.description],
    ['license', license, SKILLS.license],
    ['compatibility', compatibility, SKILLS.compatibility],
    ['allowed-tools', allowed_tools, SKILLS.allowed_tools],
  ]
  for (const [field, text, most] of lengths)
    if (text !== null && [...text].length > most) throw refuse(`“${field}” can have up to ${most} characters.`)
  const entries = Object.entries(metadata)
  if (entries.length > SKILLS.metadata_entries)
    throw refuse(`“metadata” can have up to ${SKILLS.metadata_entries} entries.`)
  if (entries.some(([key, value]) => key.length > SKILLS.metadata_key || value.length > SKILLS.metadata_value))
    throw refuse(`A value of “metadata” can have up to ${SKILLS.metadata_value} characters.`)
}

/**
 * Reads SKILL.md. Fields that the specification doesn't have become entries of `metadata`, and a note says so.
 * @param field what is named in a refusal
 * @throws import_refused
 */
export function readSkillText(given: string, field: string): { skill: SkillText; notes: string[] } {
  const refuse = (message: string) => refuseSkill(message, field)
  if (given.length > SKILLS.text) throw refuse(`SKILL.md can have up to ${SKILLS.text} characters.`)
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (text.includes('\u0000')) throw refuse('SKILL.md isn’t a text file.')
  const { front, body } = frontMatterOf(text, refuse)
  if (!isObject(front)) throw refuse('The front matter must have “name” and “description”.')
  const extra = Object.keys(front).filter((key) => !KNOWN.has(key))
  const optional = (key: string): string | null => asText(front[key]) || null
  const skill: SkillText = {
    name: asText(front.name),
    description: asText(front.description),
    license: optional('license'),
    compatibility: optional('compatibility'),
    allowed_tools: optional('allowed-tools'),
    metadata: {
      ...metadataOf(front.metadata, refuse),
      ...metadataOf(Object.fromEntries(extra.map((key) => [key, front[key]])), refuse),
    },
    body,
  }
  refuseLong(skill, refuse)
  const names = extra.map((key) => `“${key}”`).join(', ')
  const notes = [
    ...(extra.length === 0 ? [] : [`Fields outside of the specification were moved to “metadata”: ${names}.`]),
    ...(skill.allowed_tools === null
      ? []
      : ['“allowed-tools” is kept, but gives no rights here: an agent can use only the tools you add to it.']),
  ]
  return { skill, notes }
}

const PLAIN = /^[A-Za-z][A-Za-z0-9 ,.()/_]*[A-Za-z0-9.)]$/
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n)$/i

/** A scalar on one line. Its reference reader ends the front matter at any `---`, so none is written. */
const scalar = (text: string): string =>
  PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text).replaceAll('---', '\\x2d\\x2d\\x2d')

/** SKILL.md as it is exported: the fields of the specification in its order. */
export function writeSkillText(skill: SkillText): string {
  const { name, description, license, compatibility, allowed_tools, metadata, body } = skill
  const lines = [
    `name: ${/^[a-z]/.test(name) && !RESERVED.test(name) ? name : JSON.stringify(name)}`,
    `description: ${scalar(description)}`,
    ...(license === null ? [] : [`license: ${scalar(license)}`]),
    ...(compatibility === null ? [] : [`compatibility: ${scalar(compatibility)}`]),
    ...(Object.keys(metadata).length === 0 ? [] : ['metadata:']),
    ...Object.entries(metadata).map(([key, value]) => `  ${scalar(key)}: ${scalar(value)}`),
    ...(allowed_tools === null ? [] : [`allowed-tools: ${scalar(allowed_tools)}`]),
  ]
  return `---\n${lines.join('\n')}\n---\n\n${body}`
}
