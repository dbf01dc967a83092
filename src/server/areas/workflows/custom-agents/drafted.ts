/** What a new custom agent is, worked out of a sentence: by a model where there is one, else the sentence is its purpose. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { NO_PROMPT, PROMPT_LIMITS, type Prompt, UNSURE, type Unsure } from '#graph/custom-agent/prompt.ts'
import type { ModelMessage } from '#nodes/model-port.ts'

export interface DraftedAgent {
  name: string
  prompt: Prompt
  greeting: string
  starters: string[]
}

const NAME_CHARS = 60
const STARTERS = 4
const STARTER_CHARS = 200

/** Without a purpose. */
export const BLANK: DraftedAgent = {
  name: 'Untitled agent',
  prompt: { ...NO_PROMPT, unsure: 'say_so' },
  greeting: 'Hello! How can I help?',
  starters: [],
}

const INSTRUCTIONS =
  'Answer in the language you are asked in. Be friendly and brief: answer first, explain after. Ask for what is missing before you answer.'

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The first words, whole. */
function nameOf(sentence: string): string {
  const words = sentence
    .replace(/\s+/g, ' ')
    .replace(/[.!?…]+$/, '')
    .split(' ')
  let name = ''
  for (const word of words) {
    if (`${name} ${word}`.length > NAME_CHARS - 20) break
    name = `${name} ${word}`.trim()
  }
  return capitalised(name === '' ? sentence.slice(0, NAME_CHARS) : name)
}

/** A sensible agent without any model. */
export const draftByRules = (sentence: string): DraftedAgent => ({
  name: nameOf(sentence),
  prompt: {
    ...NO_PROMPT,
    purpose: plain(capitalised(sentence)).slice(0, PROMPT_LIMITS.purpose),
    instructions: INSTRUCTIONS,
    unsure: 'say_so',
  },
  greeting: BLANK.greeting,
  starters: [],
})

export const ANSWER_SCHEMA: JsonObject = {
  type: 'object',
  required: ['name', 'purpose', 'instructions', 'topics', 'unsure', 'greeting', 'starters'],
  properties: {
    name: { type: 'string', maxLength: NAME_CHARS },
    purpose: { type: 'string', maxLength: PROMPT_LIMITS.purpose },
    instructions: { type: 'string', maxLength: 4_000 },
    topics: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: PROMPT_LIMITS.topic } },
    unsure: { enum: [...UNSURE] },
    greeting: { type: 'string', maxLength: 500 },
    starters: { type: 'array', maxItems: STARTERS, items: { type: 'string', maxLength: STARTER_CHARS } },
  },
}

export const messagesFor = (sentence: string): ModelMessage[] => [
  {
    role: 'system',
    content:
      'You write the settings of a chat agent from a wish. `purpose`: one sentence. `instructions`: how it answers, as short rules to the agent, ' +
      'without facts that the wish does not state. `topics`: what it may be asked about; empty if anything. `unsure`: say_so, ask_back, or ' +
      'colleague to offer a reply by a person. `greeting`: its first message. `starters`: questions that people ask it. Write in the language of the wish.',
  },
  { role: 'user', content: `The wish: ${sentence}` },
]

/** Nothing that is drafted is an expression: braces stay what they are. */
const plain = (value: string): string => value.replace(/\{(?=\{)/g, '{ ')
const text = (value: unknown, most: number): string =>
  typeof value === 'string' ? plain(value.trim()).slice(0, most) : ''
const texts = (value: unknown, most: number, chars: number): string[] =>
  Array.isArray(value)
    ? value
        .map((one) => text(one, chars).replace(/\s+/g, ' '))
        .filter((one) => one !== '')
        .slice(0, most)
    : []

/** What a model answered, within our limits. What it left out is as without a model. */
export function draftFrom(answer: JsonObject, sentence: string): DraftedAgent {
  const usual = draftByRules(sentence)
  const unsure = UNSURE.find((kind): kind is Unsure => kind === answer.unsure) ?? usual.prompt.unsure
  return {
    name: text(answer.name, NAME_CHARS) || usual.name,
    prompt: {
      ...NO_PROMPT,
      purpose: text(answer.purpose, PROMPT_LIMITS.purpose) || usual.prompt.purpose,
      instructions: text(answer.instructions, 4_000) || usual.prompt.instructions,
      topics: texts(answer.topics, PROMPT_LIMITS.topics, PROMPT_LIMITS.topic),
      unsure,
    },
    greeting: text(answer.greeting, 500) || usual.greeting,
    starters: texts(answer.starters, STARTERS, STARTER_CHARS),
  }
}
