/**
 * The role of a custom agent as one text, which the model reads and the builder takes apart again: sections under fixed headings, so that
 * what a person writes in the designer is never lost.
 */

export const UNSURE = ['say_so', 'ask_back', 'colleague'] as const
export type Unsure = (typeof UNSURE)[number]

export interface Prompt {
  purpose: string
  instructions: string
  /** What it may be asked about; empty for anything. */
  topics: readonly string[]
  /** Whether every statement names its source. */
  cites: boolean
  /** What it does when it doesn't know; null leaves that to the model. */
  unsure: Unsure | null
}

/** Characters of each part; together they fit into the role of an agent. */
export const PROMPT_LIMITS = { purpose: 1_000, instructions: 15_000, topics: 20, topic: 100 } as const

export const NO_PROMPT: Prompt = { purpose: '', instructions: '', topics: [], cites: false, unsure: null }

const HEADINGS = ['Purpose', 'Instructions', 'Topics', 'Sources', 'When unsure'] as const
type Heading = (typeof HEADINGS)[number]

const TOPICS =
  'Answer only questions about these topics. If you are asked about anything else, say that you can’t help with it.'
const SOURCES =
  'Support every statement with a source: name the document, tool or page it comes from and quote the words. Say nothing that no source supports.'
const UNSURE_TEXTS: Record<Unsure, string> = {
  say_so: 'If you don’t know the answer, say so. Never guess.',
  ask_back: 'If a question is unclear or you don’t know enough to answer it, ask one short question back. Never guess.',
  colleague:
    'If you don’t know the answer, say so and offer that a colleague replies. Ask for an email address. Never guess.',
}

const SPLIT = new RegExp(`(?:^|\\n\\n)# (${HEADINGS.join('|')})\\n`)
/** A heading in a person's own text begins no section. */
const OWN_HEADING = new RegExp(`^# (?=(?:${HEADINGS.join('|')})$)`, 'gm')

/** @returns what the model is told, `''` for nothing */
export function writePrompt({ purpose, instructions, topics, cites, unsure }: Prompt): string {
  const own = (text: string) => text.replace(OWN_HEADING, '## ')
  const sections: [Heading, string][] = [
    ['Purpose', own(purpose)],
    ['Instructions', own(instructions)],
    ['Topics', topics.length === 0 ? '' : [TOPICS, ...topics.map((topic) => `- ${topic}`)].join('\n')],
    ['Sources', cites ? SOURCES : ''],
    ['When unsure', unsure === null ? '' : UNSURE_TEXTS[unsure]],
  ]
  return sections
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => `# ${heading}\n${text}`)
    .join('\n\n')
}

/** Text that is in no section, or in a section that was rewritten by hand, belongs to the instructions. */
export function readPrompt(text: string): Prompt {
  const [before = '', ...rest] = text.split(SPLIT)
  const found = new Map<string, string>()
  const loose = before === '' ? [] : [before]
  for (let at = 0; at < rest.length; at += 2) {
    const heading = rest[at] ?? ''
    const body = rest[at + 1] ?? ''
    if (found.has(heading)) loose.push(`## ${heading}\n${body}`)
    else found.set(heading, body)
  }
  const keep = (heading: Heading, isKnown: boolean) => {
    const body = found.get(heading)
    if (body !== undefined && !isKnown) loose.push(`## ${heading}\n${body}`)
    return isKnown
  }
  const [first, ...lines] = (found.get('Topics') ?? '').split('\n')
  const areTopics = first === TOPICS && lines.every((line) => line.startsWith('- '))
  const unsure = UNSURE.find((kind) => UNSURE_TEXTS[kind] === found.get('When unsure')) ?? null
  const topics = keep('Topics', areTopics) ? lines.map((line) => line.slice(2)) : []
  const cites = keep('Sources', found.get('Sources') === SOURCES)
  keep('When unsure', unsure !== null)
  const instructions = [found.get('Instructions'), ...loose].filter((part) => part !== undefined).join('\n\n')
  return { purpose: found.get('Purpose') ?? '', instructions, topics, cites, unsure }
}
