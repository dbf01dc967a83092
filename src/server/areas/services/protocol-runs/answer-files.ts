/** Files of an answer, as other protocols name them. */

export interface AnswerFile {
  file_id: string
  name: string
  mime: string
  url: string
}

/** Where a caller reaches this installation; the host they asked, where nobody has said. */
export const originFor = (publicUrl: string, host: string | null | undefined): string =>
  publicUrl || `http://${host ?? ''}`

const inLink = (name: string): string => name.replace(/[[\]()\\\n]/g, ' ').trim()

/** The answer in text, with links to its files: clients of other products show nothing else of a file. */
export const withLinks = ({ text, files }: { text: string; files: readonly AnswerFile[] }): string =>
  [text, ...files.map(({ name, url }) => `[${inLink(name)}](${url})`)].filter((line) => line !== '').join('\n\n')
