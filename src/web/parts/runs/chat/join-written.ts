/** A piece of an answer that a model is writing, and where it begins. */
interface Written {
  at: number
  text: string
}

/** The text after one more piece. A piece that follows on nothing known begins with an ellipsis. */
export function joinWritten(known: string, { at, text }: Written): string {
  if (at <= known.length) return known.slice(0, at) + text
  return `…${text}`
}
