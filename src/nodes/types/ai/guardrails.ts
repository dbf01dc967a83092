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
    'Checks a text by rules before or after a model: words, length, script, links, signs of prompt injection, personal data. Continues through “passed” or, with the findings, through “blocked”. Uses no AI model.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    text: value('Text', 'The text to check. Leave empty to use that of the input.'),
    blocked_words: z
      .array(z.string().min(1).max(100))
      .max(1_000)
      .default([])
      .describe('Words and phrases that the text must not contain. Matches whole words and ignores case.')
      .meta({ title: 'Blocked words' }),
    required_words: z
      .array(z.string().min(1).max(100))
      .max(100)
      .default([])
      .describe('Words and phrases that the text must contain.')
      .meta({ title: 'Required words' }),
    min_characters: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Shorter texts are blocked.')
      .meta({ title: 'At least' }),
    max_characters: z
      .number()
      .int()
      .min(1)
      .max(2_000_000)
      .optional()
      .describe('Longer texts are blocked.')
      .meta({ title: 'At most' }),
    scripts: z
      .array(z.enum(SCRIPTS))
      .max(SCRIPTS.length)
      .default([])
      .describe('Scripts the text can be written in. Leave empty for any script.')
      .meta({ title: 'Scripts' }),
    allowed_hosts: z
      .array(z.string().min(1).max(255))
      .max(200)
      .optional()
      .describe(
        'Links can only lead to these hosts; *.example.com includes all subdomains. Not set: any host. Empty list: no links.',
      )
      .meta({ title: 'Allowed links' }),
    injection: z
      .boolean()
      .default(true)
      .describe('Blocks texts that try to manipulate a model.')
      .meta({ title: 'Prompt injection' }),
    pii: z
      .array(z.enum(PII_KINDS))
      .max(PII_KINDS.length)
      .default([])
      .describe('Kinds of personal data that the text must not contain.')
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
  sentence: () => 'Passes or blocks a text, with the reason',
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
