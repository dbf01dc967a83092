import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { PlanItem } from '#contract/runs/plan.ts'
import { continueAgent, resumeAgent } from '#nodes/lib/ai/agent-loop.ts'
import { roleOf } from '#nodes/lib/ai/agent-role.ts'
import { beginAgent, MadeCalls } from '#nodes/lib/ai/agent-state.ts'
import { AgentTool, isKnowledgeSearch, MOST_TOOLS } from '#nodes/lib/ai/agent-tools.ts'
import { Citation } from '#nodes/lib/ai/citations.ts'
import { textOfFiles } from '#nodes/lib/ai/conversation.ts'
import { MEMORY_SETTINGS, rememberedMessages } from '#nodes/lib/ai/conversation-memory.ts'
import { CURATED_SETTINGS, curatedAnswer } from '#nodes/lib/ai/curated.ts'
import { asText } from '#nodes/lib/ai/input-text.ts'
import { ToolFile } from '#nodes/lib/ai/made-files.ts'
import {
  ALLOWED_HOSTS,
  MODEL_SETTINGS,
  MODEL_TIMEOUT_MS,
  TEMPERATURE,
  UNUSED,
  USED,
} from '#nodes/lib/ai/model-settings.ts'
import { PERSON_SETTINGS, personMessages } from '#nodes/lib/ai/person-memory.ts'
import { PLAN_SETTINGS } from '#nodes/lib/ai/plan.ts'
import { quoteAnswer } from '#nodes/lib/ai/quote-answer.ts'
import { SKILL_SETTINGS, skillsOf } from '#nodes/lib/ai/skills.ts'
import { refineSubAgents, SUB_AGENT_SETTINGS } from '#nodes/lib/ai/sub-agents.ts'
import { fenceUntrusted, withoutHidden } from '#nodes/lib/ai/untrusted.ts'
import type { ModelMessage } from '#nodes/model-port.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

/** Whether it answers without a model: in text, from knowledge, where it is set to, and where its settings name no model. */
function mayQuote({ without_model, tools, schema, model, credential }: Record<string, unknown>): boolean {
  if (without_model !== 'quote' || schema !== undefined || model || credential) return false
  return Array.isArray(tools) && tools.some(isKnowledgeSearch)
}

export const aiAgent = defineNode({
  type: 'ai_agent',
  version: 1,
  title: 'AI agent',
  category: 'ai',
  icon: 'bot',
  description:
    'A model works on a task with the tools you declare: HTTP calls, nodes and other workflows. Tools that change something ask a person first, unless you allow them.',
  kind: 'effect',
  needs: ['model'],
  copes: mayQuote,
  timeout_ms: 2 * MODEL_TIMEOUT_MS,
  config: z
    .strictObject({
      task: z
        .string()
        .min(1, 'Describe the task')
        .max(50_000)
        .describe('The task. Put text from other people under Data instead.')
        .meta({ title: 'Task', widget: 'textarea' }),
      data: value('Data', 'The data the agent works on. Leave empty to use the input; null for no data.'),
      system: z
        .string()
        .max(20_000)
        .default('')
        .describe('Who the agent is and how it speaks.')
        .meta({ title: 'Role', widget: 'textarea' }),
      history: Json.optional()
        .describe('The earlier messages of a conversation, as a chat message passes them on. Leave empty for none.')
        .meta({ title: 'Conversation', widget: 'expression', placeholder: '{{ $trigger.history }}' }),
      ...MEMORY_SETTINGS,
      ...PERSON_SETTINGS,
      ...CURATED_SETTINGS,
      files: Json.optional()
        .describe('Files whose text the agent reads with the task. Leave empty for none.')
        .meta({ title: 'Files', widget: 'expression', placeholder: '{{ $trigger.files }}' }),
      tools: z
        .array(AgentTool)
        .max(MOST_TOOLS)
        .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'Two tools have the same name')
        .default([])
        .describe('The tools the agent can use; it can use nothing else.')
        .meta({ title: 'Tools' }),
      ...SKILL_SETTINGS,
      ...SUB_AGENT_SETTINGS,
      ...PLAN_SETTINGS,
      max_steps: z
        .number()
        .int()
        .min(1)
        .max(50)
        .default(8)
        .describe('How many times the model is called before it must answer.')
        .meta({ title: 'Steps', expression: 'none' }),
      approval_hours: z
        .number()
        .int()
        .min(1)
        .max(720)
        .default(72)
        .describe('How long a person has to approve a call; after that it counts as rejected.')
        .meta({ title: 'Time to approve (hours)', expression: 'none' }),
      schema: JsonObject.optional()
        .describe(
          'A JSON Schema for the answer. The agent is asked once more at the end, and “object” in the output matches the schema.',
        )
        .meta({ title: 'Answer as JSON', widget: 'json_schema', expression: 'none' }),
      without_model: z
        .enum(['stop', 'quote'])
        .default('stop')
        .describe(
          'What it does where no model is set up. quote: answers with the sentences of its knowledge bases that answer, word for word.',
        )
        .meta({ title: 'Without a model', expression: 'none' }),
      temperature: TEMPERATURE,
      allowed_hosts: ALLOWED_HOSTS,
      ...MODEL_SETTINGS,
    })
    .superRefine(refineSubAgents),
  example: {
    task: 'Find out where the order is and write two sentences to the customer.',
    tools: [
      {
        kind: 'http',
        name: 'find_order',
        description: 'The state of an order by its number.',
        url: 'https://api.example.com/orders/{number}',
        parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
      },
    ],
  },
  output: z.object({
    text: z.string(),
    /** Present when a schema is set. */
    object: Json.optional(),
    steps: z.number().int(),
    calls: MadeCalls,
    /** `steps`: it had to answer because its steps were used up. `curated`: a curated answer was given, the model was not asked. */
    finish: z.enum(['answered', 'steps', 'curated']),
    /** Present when tools made some. */
    files: z.array(ToolFile).optional(),
    /** Present when it searched knowledge: the passages that its answer rests on. */
    citations: z.array(Citation).optional(),
    /** Present when it wrote one: what it planned, and what of it was done. */
    plan: z.array(PlanItem).optional(),
    ...USED,
  }),
  sentence: (config) => `Works on: ${brief(config.task, 45)}`,
  async run(ctx) {
    const { task, data, system, history, files, tools } = ctx.config
    const curated = await curatedAnswer(ctx)
    if (curated !== null) return output({ text: curated, steps: 0, calls: [], finish: 'curated', ...UNUSED })
    if (mayQuote(ctx.config) && !(await ctx.model.available(ctx.run.as))) {
      const quoted = await quoteAnswer(ctx)
      return output({ ...quoted, steps: 0, calls: [], finish: 'answered', ...UNUSED })
    }
    const given = withoutHidden(asText(data === undefined ? ctx.input : data))
    const read = await textOfFiles(ctx, files)
    const user = [task, read, given === '' ? '' : fenceUntrusted(given)].filter(Boolean).join('\n\n')
    const person = await personMessages(ctx)
    const earlier = await rememberedMessages(ctx, history)
    const skills = await skillsOf(ctx)
    const messages: ModelMessage[] = [
      { role: 'system', content: roleOf({ system, tools, skills, plans: ctx.config.plan }) },
      ...(person ?? []),
      ...earlier.messages,
      { role: 'user', content: user },
    ]
    return continueAgent(ctx, beginAgent(messages, { used: earlier.used, remembers: person !== null, skills }))
  },
  resume: (ctx, resolution) => resumeAgent(ctx, resolution),
})
