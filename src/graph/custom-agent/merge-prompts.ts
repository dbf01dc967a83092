/** Two people's changes of the parts of one prompt: each edits a field of the builder, and all of them are one text. */
import { type Prompt, readPrompt, writePrompt } from './prompt.ts'

interface MergedPrompt {
  text: string
  /** With my side of the parts that both changed; null where there are none. */
  mine: string | null
}

const PARTS = ['purpose', 'instructions', 'topics', 'cites', 'unsure'] as const satisfies (keyof Prompt)[]

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])
const samePart = (one: Prompt[keyof Prompt], other: Prompt[keyof Prompt]): boolean =>
  Array.isArray(one) && Array.isArray(other) ? sameList(one, other) : one === other

/** What both added and neither took away, each once. */
function mergeTopics(before: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const kept = theirs.filter((topic) => mine.includes(topic) || !before.includes(topic))
  return [...kept, ...mine.filter((topic) => !before.includes(topic) && !theirs.includes(topic))]
}

/** @returns null where a text is not one that the builder writes: its parts are then not certain */
export function mergePrompts(before: string, mine: string, theirs: string): MergedPrompt | null {
  const [old, own, other] = [before, mine, theirs].map(readPrompt) as [Prompt, Prompt, Prompt]
  const isWritten = [old, own, other].every((prompt, index) => writePrompt(prompt) === [before, mine, theirs][index])
  if (!isWritten) return null
  const merged: Prompt = { ...other, topics: mergeTopics(old.topics, own.topics, other.topics) }
  let clashing: Partial<Prompt> = {}
  for (const part of PARTS) {
    if (part === 'topics' || samePart(own[part], old[part])) continue
    const clashes = !samePart(other[part], old[part]) && !samePart(other[part], own[part])
    if (clashes) clashing = { ...clashing, [part]: own[part] }
    else Object.assign(merged, { [part]: own[part] })
  }
  const isClash = Object.keys(clashing).length > 0
  return { text: writePrompt(merged), mine: isClash ? writePrompt({ ...merged, ...clashing }) : null }
}
