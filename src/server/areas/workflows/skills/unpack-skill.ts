/** A skill as it is uploaded: a ZIP of its folder, or its SKILL.md alone. Nothing of it is trusted, and nothing of it is run. */
import { isScript, pathProblem, SKILLS } from '#contract/workflows/skill-values.ts'
import { beginsLikeZip, unpackZip } from '#server/gateways/unpack-zip.ts'
import { readZipEntries } from '#server/gateways/zip.ts'
import { readSkillText, refuseSkill, type SkillText } from './skill-md.ts'

export interface NewSkillFile {
  path: string
  content: Buffer
  is_text: boolean
}

export interface UploadedSkill {
  skill: SkillText
  files: NewSkillFile[]
  notes: string[]
}

const refuse = (message: string) => refuseSkill(message, 'file')
const FILE = 'SKILL.md'
const isSkillFile = (name: string): boolean => /(?:^|\/)skill\.md$/i.test(name)

/** The text of bytes in UTF-8; null where they are none. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a binary file
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}

export const isTextFile = (bytes: Uint8Array): boolean => decode(bytes) !== null

function readText(bytes: Uint8Array) {
  // Characters are at most four bytes: what is longer isn't decoded.
  const text = bytes.length > 4 * SKILLS.text ? undefined : decode(bytes)
  if (text === undefined) throw refuse(`SKILL.md can have up to ${SKILLS.text} characters.`)
  if (text === null) throw refuse('SKILL.md isn’t a text file in UTF-8. Save it as UTF-8 and try again.')
  return readSkillText(text, 'file')
}

/** @throws import_refused, file_broken, file_encrypted, file_too_large, limit_reached */
export async function readUploadedSkill(bytes: Buffer): Promise<UploadedSkill> {
  if (!beginsLikeZip(bytes)) return { ...readText(bytes), files: [] }
  const climbs = readZipEntries(bytes)?.find(({ name }) => name.split(/[\\/]/).includes('..'))
  if (climbs) throw refuse(`“${climbs.name.slice(0, 200)}” is outside the folder of the skill.`)
  const unpacked: { name: string; bytes: Buffer }[] = []
  for await (const file of unpackZip(bytes, { files: SKILLS.files + 1, bytes: SKILLS.bytes })) unpacked.push(file)
  const found = unpacked.filter(({ name }) => isSkillFile(name))
  const [main] = found
  if (!main) throw refuse('There is no SKILL.md in this ZIP file.')
  if (found.length > 1) throw refuse('This ZIP file has several skills. Import one folder at a time.')
  const folder = main.name.slice(0, -FILE.length)
  const inside = unpacked.flatMap(({ name, bytes: content }) => {
    if (!name.startsWith(folder)) throw refuse(`“${name.slice(0, 200)}” is outside the folder of the skill.`)
    return name === main.name ? [] : [{ path: name.slice(folder.length), content }]
  })
  // A folder around the one of the skill, such as of a downloaded repository, is checked as well.
  const outer = folder === '' ? null : pathProblem(folder.slice(0, -1))
  if (outer !== null) throw refuse(`${outer}: “${folder.slice(0, 200)}”.`)
  const { skill, notes } = readText(main.bytes)
  const called = folder.split('/').at(-2)
  if (called !== undefined && called !== skill.name)
    throw refuse(`The folder is called “${called}”, and its skill “${skill.name}”. Both must have the same name.`)
  return { skill, files: filesOf(inside), notes: [...notes, ...scriptNotes(inside)] }
}

function filesOf(inside: readonly { path: string; content: Buffer }[]): NewSkillFile[] {
  const seen = new Set<string>()
  return inside.map(({ path, content }) => {
    const problem = pathProblem(path)
    if (problem !== null) throw refuse(`${problem}: “${path.slice(0, 200)}”.`)
    if (seen.has(path.toLowerCase())) throw refuse(`There are two files “${path}”.`)
    seen.add(path.toLowerCase())
    if (content.length > SKILLS.file_bytes)
      throw refuse(`“${path}” is larger than ${SKILLS.file_bytes / 1_000_000} MB, the most a file of a skill can have.`)
    return { path, content, is_text: isTextFile(content) }
  })
}

function scriptNotes(files: readonly { path: string }[]): string[] {
  const scripts = files.filter(({ path }) => isScript(path)).length
  if (scripts === 0) return []
  const what =
    scripts === 1 ? 'One script was kept, but it isn’t run' : `${scripts} scripts were kept, but they aren’t run`
  return [`${what} here: agents can only read scripts. Give the agent a tool for what a script does.`]
}
