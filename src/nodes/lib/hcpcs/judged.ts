/** Notes with the codes that a reader gave them: a line `codes: …` under each title. For tests and measurements. */
export interface JudgedNote {
  title: string
  codes: string[]
  text: string
}

export const readJudged = (source: string): JudgedNote[] =>
  source
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', codes = '', ...lines] = part.split('\n')
      return { title, codes: codes.replace('codes:', '').split(/\s+/).filter(Boolean), text: lines.join('\n').trim() }
    })
