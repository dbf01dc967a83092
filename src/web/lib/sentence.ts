/** Words that came from elsewhere as a sentence, for where another sentence follows: messages end with a full stop or without. */
export function toSentence(words: string): string {
  const text = words.trimEnd()
  return text === '' || /[.!?…:][)\]"'”’]*$/u.test(text) ? text : `${text}.`
}
