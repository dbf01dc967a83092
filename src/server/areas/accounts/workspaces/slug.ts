/** Addresses of workspaces, made from their names. */
import { randomInt } from 'node:crypto'
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'

/** Room for a hyphen and four digits behind the name. */
const MOST = WORKSPACES.slug_chars - 5

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-+|-+$/g, '')

/** The name in small letters, digits and hyphens; with digits behind it where others have that one. */
export async function makeSlug(name: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  const base = plain(name) || 'workspace'
  if (!(await isTaken(base))) return base
  for (;;) {
    const slug = `${base}-${randomInt(1000, 10_000)}`
    if (!(await isTaken(slug))) return slug
  }
}
