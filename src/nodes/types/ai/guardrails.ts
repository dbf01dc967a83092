import { z } from 'zod'
import { guardProblems } from '#nodes/lib/ai/guard-rules.ts'
import { rawText } from '#nodes/lib/ai/input-text.ts'
import { findPii, maskPii, PII_KINDS } from '#nodes/lib/ai/pii.ts'
import { shownText } from '#nodes/lib/ai/shown.ts'
import { withoutHidden } from '#nodes/lib/ai/untrusted.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const SCRIPTS = [
  'latin',
  'devanagari',
  'bengali',
  'tamil',
  'telugu',
  'gujarati',
  'kannada',
  'malayalam',
  'gurmukhi',
  'arabic',
] as const

export const guardrails = defineNode({
  type: 'guardrails',
  version: 1,
  title: 'Guardrails',
  category: 'ai',
  icon: 'shield-check',
  description:
    'Checks a text by rules before or after a model: words, length, script, links, signs of prompt injection, personal data. It leaves by “passed” or “blocked” with what was found. No model is asked.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    text: value('Text', 'What is checked. Left out, that of the input is taken.'),
    blocked_words: z
      .array(z.string().min(1).max(100))
      .max(1_000)
      .default([])
      .describe('Words and phrases that must not stand in it; whole words, capitals do not matter.')
      .meta({ title: 'Blocked words' }),
    required_words: z
      .array(z.string().min(1).max(100))
      .max(100)
      .default([])
      .describe('Words and phrases that must stand in it.')
      .meta({ title: 'Required words' }),
    min_characters: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Shorter is blocked.')
      .meta({ title: 'At least' }),
    max_characters: z
      .number()
      .int()
      .min(1)
      .max(2_000_000)
      .optional()
      .describe('Longer is blocked.')
      .meta({ title: 'At most' }),
    scripts: z
      .array(z.enum(SCRIPTS))
      .max(SCRIPTS.length)
      .default([])
      .describe('Scripts it may be written in. Any when empty.')
      .meta({ title: 'Scripts' }),
    allowed_hosts: z
      .array(z.string().min(1).max(255))
      .max(200)
      .optional()
      .describe(
        'Links may lead to these hosts only; *.example.com for all below one. Any when left out, none when empty.',
      )
      .meta({ title: 'Allowed links' }),
    injection: z
      .boolean()
      .default(true)
      .describe('Blocks texts that try to steer a model.')
      .meta({ title: 'Prompt injection' }),
    pii: z
      .array(z.enum(PII_KINDS))
      .max(PII_KINDS.length)
      .default([])
      .describe('Personal data that must not stand in it.')
      .meta({ title: 'Personal data' }),
  }),
  output: z.object({
    passed: z.boolean(),
    problems: z.array(
      z.object({ rule: z.string(), message: z.string(), start: z.number().nullable(), end: z.number().nullable() }),
    ),
    text: z.string(),
    /** Without hidden characters, the personal data that was looked for and, where links are bounded, foreign links and images. */
    clean: z.string(),
  }),
  ports: [
    { name: 'passed', title: 'Passed' },
    { name: 'blocked', title: 'Blocked' },
  ],
  sentence: () => 'Lets a text pass, or blocks it with the reason',
  run(ctx) {
    const { config } = ctx
    const text = rawText(config.text, ctx.input)
    const problems = guardProblems(text, config)
    const bare = withoutHidden(text)
    const covered = maskPii(bare, findPii(bare, config.pii), 'nothing')
    const clean = config.allowed_hosts === undefined ? covered : shownText(covered, config.allowed_hosts)
    const passed = problems.length === 0
    return output({ passed, problems, text, clean }, passed ? 'passed' : 'blocked')
  },
})
