/** A long text in parts a model can read, cut between paragraphs where that is possible. */

/** About 3,500 tokens. */
const PART_CHARACTERS = 12_000
export const MOST_PARTS = 60

export function splitText(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length && parts.length < MOST_PARTS; ) {
    const end = endOfPart(text, from)
    const part = text.slice(from, end).trim()
    if (part !== '') parts.push(part)
    from = end
  }
  return parts.length === 0 ? [text] : parts
}

function endOfPart(text: string, from: number): number {
  const most = from + PART_CHARACTERS
  if (most >= text.length) return text.length
  const earliest = from + PART_CHARACTERS / 2
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(mark, most)
    if (at >= earliest) return at + mark.length
  }
  // Half a surrogate pair is no character.
  return /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most
}
