/** Variables whose value is in a file (`NAME_FILE`), as container platforms hand over secrets, and names that are probably misspelt. */
import { readFileSync } from 'node:fs'

const ENDING = '_FILE'

/**
 * The environment with `NAME` read from the file that `NAME_FILE` names, for every known name. One line break at the end of the file
 * does not count.
 * @throws Error that names every file that cannot be read, and every variable that is set both ways
 */
export function withFiles(env: NodeJS.ProcessEnv, known: readonly string[]): NodeJS.ProcessEnv {
  const values: NodeJS.ProcessEnv = {}
  const problems: string[] = []
  for (const name of known) {
    const path = env[name + ENDING]?.trim()
    if (!path) continue
    if (env[name]?.trim()) {
      problems.push(`  ${name}: is set, and so is ${name}${ENDING}; remove one of them`)
      continue
    }
    try {
      values[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      problems.push(`  ${name}${ENDING}: cannot read ${path}: ${(error as Error).message}`)
    }
  }
  if (problems.length > 0) throw new Error(`The configuration is not valid:\n${problems.join('\n')}`)
  return { ...env, ...values }
}

/** Shorter names are one letter away from too many others. */
const SHORTEST = 6

/** Names of the environment that are none of ours, but one or two letters away from one: `[written, meant]`. */
export function misspelt(env: NodeJS.ProcessEnv, known: readonly string[]): [string, string][] {
  const names = new Set(known.flatMap((name) => [name, name + ENDING]))
  return Object.keys(env).flatMap((written): [string, string][] => {
    if (written.length < SHORTEST || names.has(written)) return []
    const meant = [...names].find((name) => name.length >= SHORTEST && distance(written.toUpperCase(), name) <= 2)
    return meant === undefined ? [] : [[written, meant]]
  })
}

/** How many letters have to be added, removed or changed to make one name of the other (Levenshtein). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      here[column] = Math.min(
        (above[column] as number) + 1,
        (here[column - 1] as number) + 1,
        (above[column - 1] as number) + change,
      )
    }
    above = here
  }
  return above[b.length] as number
}
