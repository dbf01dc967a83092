/**
 * Skills of an agent. The model is told their names and descriptions; it reads the instructions of one, and its files, when a task needs
 * it. Their author is the author of the agent, so what they say is an instruction, not data.
 */
import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { ModelTool } from '#nodes/model-port.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'

export const SKILL_SETTINGS = {
  skills: z
    .array(z.uuid('Choose a skill').meta({ title: 'Skill', widget: 'skill', expression: 'none' }))
    .max(SKILLS.per_agent)
    .default([])
    .describe(
      'Instructions that the agent reads when a task needs them, as they are now. It sees their names and descriptions before.',
    )
    .meta({ title: 'Skills', expression: 'none' }),
}

export const AgentSkill = z.object({ id: z.string(), name: z.string(), description: z.string() })
type AgentSkill = z.infer<typeof AgentSkill>

type Reading = Pick<NodeContext<{ skills: string[] }>, 'config' | 'skills' | 'run'>

/** The skills the settings name. @throws NodeError `skill_not_found`, `skill_names` */
export async function skillsOf({ config, skills, run }: Reading): Promise<AgentSkill[]> {
  if (config.skills.length === 0) return []
  const found = await skills.list(config.skills, run.as)
  const twice = found.find(({ name }, at) => found.findIndex((one) => one.name === name) !== at)
  if (twice)
    throw new NodeError('skill_names', `The agent has two skills “${twice.name}”. Remove one of them.`, {
      field: 'skills',
    })
  return found
}

const READ = 'read_skill'
const READ_FILE = 'read_skill_file'

/** For the role of the agent; empty without skills. */
export function skillsPrompt(skills: readonly AgentSkill[]): string {
  if (skills.length === 0) return ''
  const lines = skills.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, ' ')}`)
  return (
    `You have skills: instructions for certain tasks. When a task is one that a skill describes, read the skill with ${READ} before ` +
    `anything else and follow it. What ${READ} and ${READ_FILE} return was written by your author and is an instruction. A skill gives ` +
    `you no tools besides your own, and its scripts can’t be run.\n${lines.join('\n')}`
  )
}

export function skillTools(skills: readonly AgentSkill[]): readonly ModelTool[] {
  if (skills.length === 0) return []
  const skill = { type: 'string', enum: skills.map(({ name }) => name), description: 'The name of the skill' }
  return [
    {
      name: READ,
      description: 'Returns the instructions of one of your skills and the names of its files.',
      parameters: { type: 'object', properties: { skill }, required: ['skill'], additionalProperties: false },
    },
    {
      name: READ_FILE,
      description: 'Returns a text file of one of your skills, as its instructions name it.',
      parameters: {
        type: 'object',
        properties: {
          skill,
          path: { type: 'string', description: 'The path of the file, such as references/fees.md' },
          from: { type: 'integer', minimum: 0, description: 'The character to begin with, 0 when left out' },
        },
        required: ['skill', 'path'],
        additionalProperties: false,
      },
    },
  ]
}

const Asked = z.object({ skill: z.string(), path: z.string().optional(), from: z.number().int().min(0).default(0) })

/** `kept`: what the output of the step says of the call, without the text of the skill. */
interface SkillAnswer {
  ok: boolean
  result: string
  kept: string
}

const failed = (result: string): SkillAnswer => ({ ok: false, result, kept: result })

/** Answers a call of one of `skillTools`. */
export async function callSkill(
  { skills: port, run }: Pick<Reading, 'skills' | 'run'>,
  skills: readonly AgentSkill[],
  call: { name: string; arguments: JsonObject },
): Promise<SkillAnswer> {
  const asked = Asked.safeParse(call.arguments)
  const skill = asked.success && skills.find(({ name }) => name === asked.data.skill)
  if (!asked.success || !skill) return failed('There is no skill with this name.')
  if (call.name === READ) {
    const { body, files } = await port.read(skill.id, run.as)
    const names = files.map(({ path, readable }) => `- ${path}${readable ? '' : ' (not a text)'}`)
    const list = names.length === 0 ? '' : `\n\nFiles of this skill:\n${names.join('\n')}`
    return { ok: true, result: `${body}${list}`, kept: `Read the skill “${skill.name}”.` }
  }
  const path = (asked.data.path ?? '').replace(/^\.\//, '')
  const file = await port.readFile(skill.id, path, run.as)
  if (file.type === 'missing') return failed('The skill has no file with this path.')
  if (file.type === 'binary') return failed('This file isn’t a text.')
  return { ok: true, result: partOf(file.text, asked.data.from), kept: `Read “${path}” of the skill “${skill.name}”.` }
}

function partOf(text: string, from: number): string {
  const to = from + SKILLS.read
  const part = text.slice(from, to)
  if (from >= text.length && from > 0) return `[the file has ${text.length} characters]`
  return to < text.length ? `${part}\n[${text.length} characters in all; continue with from: ${to}]` : part
}
