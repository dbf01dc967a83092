/** What limits skills: the bounds of the open format (agentskills.io/specification), and those of this installation. */

/** Lower-case letters, digits and single hyphens between them. */
export const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const SKILLS = {
  /** Characters, by the format. */
  name: 64,
  description: 1024,
  compatibility: 500,
  license: 500,
  allowed_tools: 2000,
  metadata_entries: 50,
  metadata_key: 100,
  metadata_value: 2000,
  /** Characters of SKILL.md with its front matter. */
  text: 100_000,
  /** Files besides SKILL.md. */
  files: 200,
  /** Characters of a path, and folders in it. */
  path: 200,
  depth: 8,
  /** Bytes of one file, and of a skill. */
  file_bytes: 1_000_000,
  bytes: 5_000_000,
  per_person: 100,
  /** Bytes of all skills of one person, with revisions that are still used. */
  bytes_per_person: 100_000_000,
  /** Skills that one agent can have. */
  per_agent: 30,
  /** Characters of a file that an agent reads at once. */
  read: 20_000,
} as const

/** Ends of names of scripts. They are kept and exported, and never run here. */
const SCRIPT = /\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua|r|go|exe|jar)$/i

export const isScript = (path: string): boolean => SCRIPT.test(path)

/** Why a path can’t be one of a skill; null where it can. */
export function pathProblem(path: string): string | null {
  if (path.length === 0 || path.length > SKILLS.path) return `A path can have up to ${SKILLS.path} characters`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\\:\u0000-\u001f\u007f\ufffd]/.test(path))
    return 'A path can’t contain backslashes, colons or control characters'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.trim() !== part))
    return 'A path must stay inside the folder of the skill'
  return parts.length > SKILLS.depth ? `A path can have up to ${SKILLS.depth} folders` : null
}
