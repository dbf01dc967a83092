import { RESERVED_KEYS } from '#graph/values/document-values.ts'

const LONGEST = 60

/** A readable id of ours out of any name, unlike those in `taken`; it is added to them. */
export function slugOf(name: string, taken: Set<string>): string {
  const plain = name
    .slice(0, 300)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, LONGEST)
    .replace(/_+$/, '')
  const base =
    plain === '' || (RESERVED_KEYS as readonly string[]).includes(plain) ? `step_${plain}`.replace(/_$/, '') : plain
  let slug = base
  for (let count = 2; taken.has(slug); count++) slug = `${base.slice(0, LONGEST - 4)}_${count}`
  taken.add(slug)
  return slug
}
